// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one engine, and their tables within a bound of memory. Equal keys share a table.
 *
 * <p>A key gets a table after some uses, and a small one once half of the memory is used (docs/adr/0032). While there
 * is unused memory, the calling thread builds the table. The builder thread builds tables that replace others, and
 * larger tables for keys in frequent use.
 */
final class KeyTables implements AutoCloseable {
    /** Number of uses of a table after which a larger table saves more time than it costs. */
    static final int USES_TO_PROMOTE = 500;

    private static final int MAX_QUEUED_BUILDS = 16_384;
    private static final int MIN_KNOWN_KEYS_LIMIT = 4_096;
    private static final int EARLY_USE_COUNTERS = 1 << 16;

    private final Kernel kernel;
    private final RunningCalls running;
    private final MemorySegment block;
    private final TableMemory memory;
    private final int buildAfter;
    private final int promoteAfter;
    private final int maxKnownKeys;
    private final Map<P256PublicKey, KnownKey> keys = new ConcurrentHashMap<>();
    /**
     * Numbers of uses, by hash, of keys that have no entry in {@code keys}. Keys with the same counter may get their
     * tables early. Empty if a key gets its table at the first use.
     */
    private final int[] earlyUses;

    private final LongAdder built = new LongAdder();
    private final LongAdder evictions = new LongAdder();
    private final ThreadPoolExecutor builder = new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_QUEUED_BUILDS),
            Thread.ofPlatform().daemon().name("p256-tables").factory());

    /**
     * @param memory bytes for all tables
     * @param buildAfter number of uses, from 1, after which a key gets its first table
     * @param promoteAfter uses after which a key gets a larger table
     */
    KeyTables(Kernel kernel, RunningCalls running, long memory, int buildAfter, int promoteAfter) {
        this.kernel = kernel;
        this.running = running;
        this.buildAfter = buildAfter;
        this.promoteAfter = promoteAfter;
        block = kernel.newMemory(
                Math.max(memory, TableShape.LARGE.bytes()) / TableShape.UNIT_BYTES * TableShape.UNIT_BYTES);
        this.memory = new TableMemory(block);
        maxKnownKeys = Math.max(MIN_KNOWN_KEYS_LIMIT, 2 * (this.memory.units() / TableShape.SMALL.units()));
        earlyUses = new int[buildAfter > 1 ? EARLY_USE_COUNTERS : 0];
        builder.allowCoreThreadTimeOut(true);
    }

    /**
     * Counts a use of a key and returns its state, or null while the key has too few uses for a table.
     *
     * @param hash the hash code of the key
     */
    @Nullable
    KnownKey used(P256PublicKey key, int hash) {
        KnownKey known = keys.get(key);
        return known == null && isEarlyUse(hash) ? null : known == null ? known(key) : known;
    }

    private boolean isEarlyUse(int hash) {
        if (earlyUses.length == 0) {
            return false;
        }
        int counter = (hash ^ hash >>> 16) & (EARLY_USE_COUNTERS - 1);
        if (++earlyUses[counter] < buildAfter) {
            return true;
        }
        earlyUses[counter] = 0;
        return false;
    }

    private KnownKey known(P256PublicKey key) {
        KnownKey known = keys.get(key);
        if (known == null) {
            if (keys.size() >= maxKnownKeys) {
                keys.values().removeIf(KnownKey::isForgettable);
            }
            known = keys.computeIfAbsent(key, this::firstUse);
        }
        return known;
    }

    /** Adds a key, which gets its table at the next call of {@link #use}. */
    private KnownKey firstUse(P256PublicKey key) {
        KnownKey known = new KnownKey(key);
        known.setUses(buildAfter - 1);
        return known;
    }

    /**
     * Returns the table of a key, or null while it has none. Callers must be within a call of {@link RunningCalls}.
     */
    @Nullable
    KeyTable use(KnownKey known) {
        KeyTable table = known.table();
        if (table == null) {
            return known.use() < buildAfter ? null : buildFirst(known);
        }
        table.use();
        if (table.shape() != TableShape.LARGE && known.use() == promoteAfter) {
            promoteLater(known);
        }
        return table;
    }

    private @Nullable KeyTable buildFirst(KnownKey known) {
        if (!known.startBuilding()) {
            return known.table();
        }
        KeyTable table = known.table();
        if (table != null) {
            known.endBuild(); // another thread has just built it
            return table;
        }
        table = memory.takeFresh(known, firstShape());
        if (table == null) {
            buildOnBuilderThread(known);
            return null;
        }
        try {
            fill(known, table);
        } finally {
            known.endBuild();
        }
        return table;
    }

    private void promoteLater(KnownKey known) {
        if (known.startBuilding()) {
            buildOnBuilderThread(known);
        }
    }

    /** Passes a build that this thread has claimed to the builder thread. */
    private void buildOnBuilderThread(KnownKey known) {
        try {
            builder.execute(() -> buildLater(known));
        } catch (RejectedExecutionException e) {
            // The queue is full or closed: a later use tries again.
            known.setUses(0);
            known.endBuild();
        }
    }

    private void buildLater(KnownKey known) {
        try {
            KeyTable old = known.table();
            TableShape shape = old == null ? TableShape.SMALL : promoted(old.shape());
            if (old == null || shape != old.shape()) {
                build(known, shape, old);
            } else {
                known.setUses(0); // no memory: the next attempt follows after the same number of uses
            }
        } finally {
            known.endBuild();
        }
    }

    private void build(KnownKey known, TableShape shape, @Nullable KeyTable old) {
        List<KeyTable> evicted = new ArrayList<>();
        KeyTable table = memory.takeFresh(known, shape);
        if (table == null) {
            table = memory.takeOver(known, shape, evicted);
        }
        if (table == null) {
            known.setUses(0);
            return;
        }
        if (!evicted.isEmpty()) {
            evictions.add(evicted.size());
            running.awaitEnd();
        }
        replace(known, table, evicted.contains(old) ? null : old);
    }

    /** Fills a table, assigns it to the key, and releases the old table. */
    private void replace(KnownKey known, KeyTable table, @Nullable KeyTable old) {
        fill(known, table);
        if (old != null) {
            running.awaitEnd();
            memory.release(old);
        }
    }

    private void fill(KnownKey known, KeyTable table) {
        kernel.build(table.shape(), known.key(), table.memory());
        built.increment();
        known.setUses(0);
        known.setTable(table);
        table.markReady(); // from here on the table can be evicted
    }

    /** Returns the shape of the first table of a key: small if half of the memory is used. */
    private TableShape firstShape() {
        return memory.unitsUsed() < memory.units() / 2 ? TableShape.MEDIUM : TableShape.SMALL;
    }

    /** Returns the shape to which a key may be promoted: a larger one while enough memory remains for other keys. */
    private TableShape promoted(TableShape shape) {
        int used = memory.unitsUsed();
        if (shape == TableShape.SMALL) {
            return used + TableShape.MEDIUM.units() <= memory.units() / 4 * 3 ? TableShape.MEDIUM : shape;
        }
        return used + TableShape.LARGE.units() <= memory.units() / 2 ? TableShape.LARGE : shape;
    }

    /**
     * Builds the tables that these keys would have after equal and frequent use: one table for each key, then
     * promotions while there is memory. Evicts no table. The builder thread does the work and the caller waits. Callers
     * must not be within a call of {@link RunningCalls}.
     */
    void settle(Collection<P256PublicKey> all) {
        CompletableFuture.runAsync(
                        () -> {
                            all.forEach(key -> settle(known(key), firstShape()));
                            all.forEach(key -> promote(known(key)));
                        },
                        builder)
                .join();
    }

    private void promote(KnownKey known) {
        KeyTable table = known.table();
        if (table != null) {
            settle(known, promoted(table.shape()));
        }
    }

    private void settle(KnownKey known, TableShape shape) {
        if (!known.startBuilding()) {
            return; // another thread builds it
        }
        try {
            KeyTable old = known.table();
            if (old == null || old.shape().bytes() < shape.bytes()) {
                KeyTable table = memory.takeFresh(known, shape);
                if (table != null) {
                    replace(known, table, old);
                }
            }
        } finally {
            known.endBuild();
        }
    }

    /**
     * Builds a table of this shape for a key, for tests and the known-answer test. Returns false if no memory is left,
     * or if another thread builds a table for the key.
     */
    boolean build(P256PublicKey key, TableShape shape) {
        KnownKey known = known(key);
        if (!known.startBuilding()) {
            return false;
        }
        try {
            KeyTable table = memory.takeFresh(known, shape);
            if (table != null) {
                fill(known, table);
            }
            return table != null;
        } finally {
            known.endBuild();
        }
    }

    long tablesBuilt() {
        return built.sum();
    }

    long tablesEvicted() {
        return evictions.sum();
    }

    long bytesUsed() {
        return (long) memory.unitsUsed() * TableShape.UNIT_BYTES;
    }

    int keysKnown() {
        return keys.size();
    }

    /** Waits for the running calls, and then frees the memory. No later call may use a table. */
    @Override
    public void close() {
        builder.close();
        running.awaitEnd();
        kernel.freeMemory(block);
    }
}

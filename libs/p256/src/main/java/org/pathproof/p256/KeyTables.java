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
 * The tables of the keys of one kernel, within a bound of memory. A table belongs to the point of its key: keys are equal when all
 * octets of their SubjectPublicKeyInfo are (RFC 8608 section 3.1 leaves nothing in it but the point).
 *
 * <p>A key gets a small table after some uses. As long as there is room that was never used, the caller builds it on the spot: that
 * takes about as long as one verification without a table (docs/adr/0003). Where others have to make room, and when a key that is
 * used much is promoted to a larger table, a thread of its own does it.
 */
final class KeyTables implements AutoCloseable {
    /** Uses of a table after which a larger one pays for being built. */
    static final int USES_TO_PROMOTE = 500;
    /** The largest table costs three times the next, and gains a fifth: how many times as many uses it takes. */
    private static final int TIMES_TO_HOTTEST = 10;

    private static final int QUEUE = 16_384;
    private static final int KNOWN_KEYS_AT_LEAST = 4_096;

    private final Kernel kernel;
    private final RunningCalls running;
    private final MemorySegment octets;
    private final TableMemory memory;
    private final int buildAfter;
    private final int promoteAfter;
    private final int knownKeysAtMost;
    private final Map<P256PublicKey, KnownKey> keys = new ConcurrentHashMap<>();
    private final LongAdder built = new LongAdder();
    private final LongAdder evictions = new LongAdder();
    private final ThreadPoolExecutor builder = new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUE),
            Thread.ofPlatform().daemon().name("p256-tables").factory());

    /**
     * @param buildAfter with which use a key gets its first table
     * @param promoteAfter after how many uses it gets a larger one
     */
    KeyTables(Kernel kernel, RunningCalls running, long memory, int buildAfter, int promoteAfter) {
        this.kernel = kernel;
        this.running = running;
        this.buildAfter = buildAfter;
        this.promoteAfter = promoteAfter;
        octets = kernel.newMemory(Math.max(memory, TableShape.HOT.octets()) / TableMemory.UNIT * TableMemory.UNIT);
        this.memory = new TableMemory(octets);
        knownKeysAtMost = Math.max(KNOWN_KEYS_AT_LEAST, 2 * (this.memory.units() / TableShape.COLD.units()));
        builder.allowCoreThreadTimeOut(true);
    }

    /** What is known of a key that is used now; null as long as it was not used enough to be worth a table, and nothing is kept of it. */
    @Nullable
    KnownKey used(P256PublicKey key) {
        KnownKey known = key.known();
        if (known != null && known.owner() == this) {
            return known;
        }
        known = keys.get(key); // as an equal key, or by another engine's doing
        if (known != null) {
            key.known(known);
            return known;
        }
        return key.use() < buildAfter ? null : known(key);
    }

    private KnownKey known(P256PublicKey key) {
        KnownKey known = keys.get(key);
        if (known == null) {
            if (keys.size() >= knownKeysAtMost) {
                keys.values().removeIf(KnownKey::forget);
            }
            known = keys.computeIfAbsent(key, this::met);
        }
        key.known(known);
        return known;
    }

    /** Its next use is the one with which it gets a table. */
    private KnownKey met(P256PublicKey key) {
        KnownKey known = new KnownKey(this, key);
        known.uses(buildAfter - 1);
        return known;
    }

    /** The table of a key, or null as long as it has none. Only between begin and end of a call. */
    @Nullable
    KeyTable use(KnownKey known) {
        KeyTable table = known.table();
        if (table == null) {
            return known.use() < buildAfter ? null : buildFirst(known);
        }
        table.use();
        if (table.shape() != TableShape.HOTTEST && known.use() == usesToPromote(table.shape())) {
            later(known);
        }
        return table;
    }

    private int usesToPromote(TableShape shape) {
        return shape == TableShape.HOT
                ? (int) Math.min((long) promoteAfter * TIMES_TO_HOTTEST, Integer.MAX_VALUE)
                : promoteAfter;
    }

    private @Nullable KeyTable buildFirst(KnownKey known) {
        if (!known.startBuilding()) {
            return known.table();
        }
        KeyTable table = known.table();
        if (table != null) {
            known.built(); // by somebody else, just now
            return table;
        }
        table = memory.takeFresh(known, TableShape.COLD);
        if (table == null) {
            hand(known);
            return null;
        }
        try {
            fill(known, table);
        } finally {
            known.built();
        }
        return table;
    }

    private void later(KnownKey known) {
        if (known.startBuilding()) {
            hand(known);
        }
    }

    /** Leaves a key that is being built to the builder's thread. */
    private void hand(KnownKey known) {
        try {
            builder.execute(() -> buildLater(known));
        } catch (RejectedExecutionException e) {
            // Enough to do: the next use asks again.
            known.uses(0);
            known.built();
        }
    }

    private void buildLater(KnownKey known) {
        try {
            KeyTable old = known.table();
            TableShape shape = old == null ? TableShape.COLD : promoted(old.shape());
            if (old == null || shape != old.shape()) {
                build(known, shape, old);
            } else {
                known.uses(0); // no room: ask again after as many uses
            }
        } finally {
            known.built();
        }
    }

    private void build(KnownKey known, TableShape shape, @Nullable KeyTable old) {
        List<KeyTable> evicted = new ArrayList<>();
        KeyTable table = memory.takeFresh(known, shape);
        if (table == null) {
            table = memory.takeOver(known, shape, evicted);
        }
        if (table == null) {
            known.uses(0);
            return;
        }
        if (!evicted.isEmpty()) {
            evictions.add(evicted.size());
            running.awaitEnd();
        }
        replace(known, table, evicted.contains(old) ? null : old);
    }

    /** Fills a table and takes it into use instead of another. */
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
        known.uses(0);
        known.table(table);
        table.ready(); // from here on it can be evicted
    }

    /** The larger shape that a key may have: one that leaves enough room for keys to come. */
    private TableShape promoted(TableShape shape) {
        TableShape wanted = shape == TableShape.HOT ? TableShape.HOTTEST : TableShape.HOT;
        int used = memory.unitsUsed();
        if (used + wanted.units() <= memory.units() / 2) {
            return wanted;
        }
        boolean warmer = shape == TableShape.COLD && used + TableShape.WARM.units() <= memory.units() / 4 * 3;
        return warmer ? TableShape.WARM : shape;
    }

    /**
     * Gives these keys, which are all used alike, the tables that they would come to have: first one for each, then twice larger ones
     * while there is room. Evicts nothing. The builder's thread does it; the caller, which is not within a call, waits.
     */
    void settle(Collection<P256PublicKey> all) {
        CompletableFuture.runAsync(
                        () -> {
                            all.forEach(key -> settle(known(key), TableShape.COLD));
                            all.forEach(key -> promote(known(key)));
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
            return; // somebody else is at it
        }
        try {
            KeyTable old = known.table();
            if (old == null || old.shape().octets() < shape.octets()) {
                KeyTable table = memory.takeFresh(known, shape);
                if (table != null) {
                    replace(known, table, old);
                }
            }
        } finally {
            known.built();
        }
    }

    /** Gives this key a table of this shape now, for tests and benchmarks. Not within a call. */
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
            known.built();
        }
    }

    long tablesBuilt() {
        return built.sum();
    }

    long tablesEvicted() {
        return evictions.sum();
    }

    long octetsUsed() {
        return (long) memory.unitsUsed() * TableMemory.UNIT;
    }

    int keysKnown() {
        return keys.size();
    }

    /** Gives the memory back. No call may run or come any more. */
    @Override
    public void close() {
        builder.close();
        kernel.freeMemory(octets);
    }
}

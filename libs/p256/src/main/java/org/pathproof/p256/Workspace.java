// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Working memory of one call that verifies a batch. Later calls reuse the workspace. A workspace groups the entries of
 * the batch by the shape of their key tables, and holds the memory of the kernel. Not thread-safe.
 */
final class Workspace implements AutoCloseable {
    /**
     * Maximum number of signatures in one call of the kernel. Points of more signatures exceed the second-level cache.
     */
    static final int BATCH_SIGNATURES = 192;

    private static final int SHAPES = TableShape.values().length;

    private final RunningCalls running;
    private final RunningCalls.Call call;
    private final Kernel.Call kernel;

    private final KnownKey[][] keys = new KnownKey[SHAPES][BATCH_SIGNATURES];
    private final KeyTable[][] tables = new KeyTable[SHAPES][BATCH_SIGNATURES];
    private final int[][] entries = new int[SHAPES][BATCH_SIGNATURES];
    private final int[] hashes = new int[BATCH_SIGNATURES];
    private final @Nullable KnownKey[] known = new KnownKey[BATCH_SIGNATURES];
    private final @Nullable KeyTable[] found = new KeyTable[BATCH_SIGNATURES];
    private final int[] counts = new int[SHAPES];
    private final int[] slow = new int[BATCH_SIGNATURES];
    private int slowCount;

    Workspace(Kernel kernel, RunningCalls running) {
        this.running = running;
        this.kernel = kernel.newCall(BATCH_SIGNATURES);
        call = running.register();
    }

    /** Begins a call. A table that the call finds stays valid until {@link #end}. */
    void begin() {
        Arrays.fill(counts, 0);
        slowCount = 0;
        call.begin();
    }

    void end() {
        call.end();
    }

    /** Returns an array for the hashes of the keys of a call, in the order of the batch. */
    int[] hashes() {
        return hashes;
    }

    /** Returns an array for the states of the keys of a call, in the order of the batch. */
    @Nullable
    KnownKey[] knownKeys() {
        return known;
    }

    /** Returns an array for the tables of the keys of a call, in the order of the batch. */
    @Nullable
    KeyTable[] foundTables() {
        return found;
    }

    /** Adds an entry of the batch whose key has a table. */
    void add(int entry, KnownKey key, KeyTable table) {
        int shape = table.shape().index();
        int place = counts[shape]++;
        entries[shape][place] = entry;
        keys[shape][place] = key;
        tables[shape][place] = table;
    }

    /** Adds an entry of the batch whose key has no table. */
    void addSlow(int entry) {
        slow[slowCount++] = entry;
    }

    int slowCount() {
        return slowCount;
    }

    int slowEntry(int place) {
        return slow[place];
    }

    int count(TableShape shape) {
        return counts[shape.index()];
    }

    /** Returns the entry of the batch at this place among the entries of a shape. */
    int entry(TableShape shape, int place) {
        return entries[shape.index()][place];
    }

    /** Returns the key at this place among the entries of a shape. */
    KnownKey key(TableShape shape, int place) {
        return keys[shape.index()][place];
    }

    /** Verifies all entries of a shape. {@link #result} returns the results until the next call. */
    void verify(TableShape shape, SignatureBatch batch) {
        int index = shape.index();
        kernel.verify(shape, batch, entries[index], tables[index], counts[index]);
    }

    /** Returns the result of {@link Kernel} at this place among the entries of the shape that was verified last. */
    byte result(int place) {
        return kernel.result(place);
    }

    @Override
    public void close() {
        running.unregister(call);
        kernel.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.Arrays;

/** What one running call needs: which entries of a batch have which tables, sorted by their shapes, and the kernel's own memory. For one thread at a time. */
final class Workspace implements AutoCloseable {
    /** How many signatures share inversions; with more, their points leave the caches. */
    static final int BATCH = 512;

    private static final int SHAPES = TableShape.values().length;

    private final RunningCalls running;
    private final RunningCalls.Call call;
    private final Kernel.Call kernel;

    private final KnownKey[][] keys = new KnownKey[SHAPES][BATCH];
    private final KeyTable[][] tables = new KeyTable[SHAPES][BATCH];
    private final int[][] entries = new int[SHAPES][BATCH];
    private final int[] counts = new int[SHAPES];
    private final int[] slow = new int[BATCH];
    private int slowCount;

    Workspace(Kernel kernel, RunningCalls running) {
        this.running = running;
        this.kernel = kernel.newCall(BATCH);
        call = running.register();
    }

    /** Between here and {@link #end} the tables that are found stay what they are. */
    void begin() {
        Arrays.fill(counts, 0);
        slowCount = 0;
        call.begin();
    }

    void end() {
        call.end();
    }

    /** Remembers an entry of the batch whose key has a table. */
    void add(int entry, KnownKey key, KeyTable table) {
        int shape = table.shape().index();
        int place = counts[shape]++;
        entries[shape][place] = entry;
        keys[shape][place] = key;
        tables[shape][place] = table;
    }

    /** Remembers an entry of the batch whose key has no table. */
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

    /** The entry of the batch that is at this place among those of a shape. */
    int entry(TableShape shape, int place) {
        return entries[shape.index()][place];
    }

    /** The key of that entry. */
    KnownKey key(TableShape shape, int place) {
        return keys[shape.index()][place];
    }

    /** Verifies all entries of a shape; {@link #answer} has the answers, until the next shape. */
    void verify(TableShape shape, SignatureBatch batch) {
        int index = shape.index();
        kernel.verify(shape, batch, entries[index], tables[index], counts[index]);
    }

    /** The answer at this place among those of the shape that was verified last, as {@link Kernel} has them. */
    byte answer(int place) {
        return kernel.answer(place);
    }

    @Override
    public void close() {
        running.unregister(call);
        kernel.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * What one running call needs: the inputs and answers of some signatures outside of the heap, sorted by the shape of their tables,
 * and the kernel's own memory. For one thread at a time.
 */
final class Workspace implements AutoCloseable {
    /** How many signatures share inversions; with more, their points leave the caches. */
    static final int BATCH = 512;

    private static final int CACHE_LINE = 64;
    private static final int SHAPES = TableShape.values().length;

    private final NativeKernel kernel;
    private final RunningCalls running;
    private final RunningCalls.Call call;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final MemorySegment tables = arena.allocate(Long.BYTES * (long) BATCH, CACHE_LINE);
    private final MemorySegment digests = arena.allocate(P256.OCTETS * (long) BATCH, CACHE_LINE);
    private final MemorySegment r = arena.allocate(P256.OCTETS * (long) BATCH, CACHE_LINE);
    private final MemorySegment s = arena.allocate(P256.OCTETS * (long) BATCH, CACHE_LINE);
    private final MemorySegment answers = arena.allocate(BATCH, CACHE_LINE);

    private final KnownKey[] keys = new KnownKey[BATCH];
    private final KeyTable[] found = new KeyTable[BATCH];
    private final int[][] entries = new int[SHAPES][BATCH];
    private final int[] counts = new int[SHAPES];
    private final int[] slow = new int[BATCH];
    private int slowCount;

    Workspace(NativeKernel kernel, RunningCalls running) {
        this.kernel = kernel;
        this.running = running;
        memory = kernel.newWorkspace(BATCH);
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
    void add(int entry, int slot, KnownKey key, KeyTable table) {
        keys[slot] = key;
        found[slot] = table;
        int shape = table.shape().index();
        entries[shape][counts[shape]++] = entry;
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

    KnownKey key(int slot) {
        return keys[slot];
    }

    /** Verifies all entries of a shape; {@link #answer} has the answers, until the next shape. */
    void verify(TableShape shape, SignatureBatch batch, int firstEntry) {
        int[] from = entries[shape.index()];
        int count = counts[shape.index()];
        for (int i = 0; i < count; i++) {
            tables.setAtIndex(
                    ValueLayout.JAVA_LONG,
                    i,
                    found[from[i] - firstEntry].memory().address());
        }
        if (from[count - 1] - from[0] == count - 1) {
            copy(batch, from[0], 0, count);
        } else {
            for (int i = 0; i < count; i++) {
                copy(batch, from[i], i, 1);
            }
        }
        kernel.verify(shape, this, count);
    }

    private void copy(SignatureBatch batch, int entry, int place, int count) {
        int at = entry * P256.OCTETS;
        long to = (long) place * P256.OCTETS;
        int octets = count * P256.OCTETS;
        MemorySegment.copy(batch.digests(), at, digests, ValueLayout.JAVA_BYTE, to, octets);
        MemorySegment.copy(batch.r(), at, r, ValueLayout.JAVA_BYTE, to, octets);
        MemorySegment.copy(batch.s(), at, s, ValueLayout.JAVA_BYTE, to, octets);
    }

    /** The answer at this place among those of the shape that was verified last: as {@code pathproof_p256.h} has it. */
    byte answer(int place) {
        return answers.get(ValueLayout.JAVA_BYTE, place);
    }

    MemorySegment memory() {
        return memory;
    }

    MemorySegment tables() {
        return tables;
    }

    MemorySegment digests() {
        return digests;
    }

    MemorySegment r() {
        return r;
    }

    MemorySegment s() {
        return s;
    }

    MemorySegment answers() {
        return answers;
    }

    @Override
    public void close() {
        running.unregister(call);
        kernel.freeWorkspace(memory);
        arena.close();
    }
}

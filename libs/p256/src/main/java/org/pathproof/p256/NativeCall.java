// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The inputs and answers of a call of native code, outside of the heap, and the kernel's own memory. */
final class NativeCall implements Kernel.Call {
    private static final int CACHE_LINE = 64;

    private final NativeKernel kernel;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final MemorySegment tables;
    private final MemorySegment digests;
    private final MemorySegment r;
    private final MemorySegment s;
    private final MemorySegment answers;

    NativeCall(NativeKernel kernel, int batch) {
        this.kernel = kernel;
        memory = kernel.newWorkspace(batch);
        tables = arena.allocate(Long.BYTES * (long) batch, CACHE_LINE);
        digests = arena.allocate(P256.OCTETS * (long) batch, CACHE_LINE);
        r = arena.allocate(P256.OCTETS * (long) batch, CACHE_LINE);
        s = arena.allocate(P256.OCTETS * (long) batch, CACHE_LINE);
        answers = arena.allocate(batch, CACHE_LINE);
    }

    @Override
    public void verify(TableShape shape, SignatureBatch batch, int[] entries, KeyTable[] found, int count) {
        for (int i = 0; i < count; i++) {
            tables.setAtIndex(ValueLayout.JAVA_LONG, i, found[i].address());
        }
        if (entries[count - 1] - entries[0] == count - 1) {
            copy(batch, entries[0], 0, count);
        } else {
            for (int i = 0; i < count; i++) {
                copy(batch, entries[i], i, 1);
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

    @Override
    public byte answer(int place) {
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
        kernel.freeWorkspace(memory);
        arena.close();
    }
}

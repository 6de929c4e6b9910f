// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * A kernel of the native library, with its multiples of the base point G and its table shapes. The memory of both is
 * never freed.
 */
final class NativeKernel implements Kernel {
    /** The kernels of the library: names of engines, and numbers of {@code pathproof_p256.h}. */
    enum Kind {
        SCALAR("scalar", 0),
        IFMA("ifma", 1),
        AVX2("avx2", 2);

        private final String engineName;
        private final int number;

        Kind(String engineName, int number) {
            this.engineName = engineName;
            this.number = number;
        }
    }

    private static final int POINT_BYTES = 2 * P256.BYTES;

    private final NativeLibrary library;
    private final Kind kind;
    private final MemorySegment engine;
    private final Map<TableShape, MemorySegment> shapes = new EnumMap<>(TableShape.class);

    private NativeKernel(NativeLibrary library, Kind kind, MemorySegment engine) {
        this.library = library;
        this.kind = kind;
        this.engine = engine;
    }

    /** Returns a kernel, or an empty result if this processor cannot run it or there is not enough memory. */
    static Optional<NativeKernel> open(NativeLibrary library, Kind kind) {
        try {
            if ((int) library.usable.invokeExact(kind.number) == 0) {
                return Optional.empty();
            }
            NativeKernel kernel =
                    new NativeKernel(library, kind, (MemorySegment) library.engineNew.invokeExact(kind.number));
            if (kernel.engine.equals(MemorySegment.NULL)) {
                return Optional.empty();
            }
            for (TableShape shape : TableShape.values()) {
                MemorySegment made = (MemorySegment) library.shapeNew.invokeExact(shape.teeth(), shape.spacing());
                if (made.equals(MemorySegment.NULL) || (long) library.tableSize.invokeExact(made) != shape.bytes()) {
                    return Optional.empty();
                }
                kernel.shapes.put(shape, made);
            }
            return Optional.of(kernel);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    @Override
    public String engineName() {
        return kind.engineName;
    }

    @Override
    public void build(TableShape shape, P256PublicKey key, MemorySegment table) {
        if (table.byteSize() != shape.bytes()) {
            throw new IllegalArgumentException("table has " + table.byteSize() + " bytes instead of " + shape.bytes());
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment point = arena.allocateFrom(ValueLayout.JAVA_BYTE, key.coordinates());
            if (point.byteSize() != POINT_BYTES
                    || (int) library.tableBuild.invokeExact(engine, shape(shape), point, table) != 0) {
                throw new IllegalStateException("cannot build a table for " + key);
            }
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** Allocates a workspace for all shapes and up to {@code batch} signatures. */
    private MemorySegment newWorkspace(int batch) {
        try {
            // The shape with the fewest teeth has the most points.
            MemorySegment workspace =
                    (MemorySegment) library.workspaceNew.invokeExact(engine, shape(TableShape.SMALL), batch);
            if (workspace.equals(MemorySegment.NULL)) {
                throw new IllegalStateException("cannot allocate a workspace for " + batch + " signatures");
            }
            return workspace;
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    private void freeWorkspace(MemorySegment workspace) {
        try {
            library.workspaceFree.invokeExact(workspace);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    @Override
    @SuppressWarnings("restricted") // native code allocated that many bytes
    public MemorySegment newMemory(long bytes) {
        try {
            MemorySegment memory = (MemorySegment) library.memoryNew.invokeExact(bytes);
            if (memory.equals(MemorySegment.NULL)) {
                throw new IllegalStateException("cannot allocate " + bytes + " bytes for key tables");
            }
            return memory.reinterpret(bytes);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    @Override
    public void freeMemory(MemorySegment memory) {
        try {
            library.memoryFree.invokeExact(memory);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    @Override
    public Call newCall(int batch) {
        return new NativeCall(this, batch);
    }

    private void verify(TableShape shape, NativeCall in, int count) {
        try {
            int undecided = (int) library.verify.invokeExact(
                    engine, shape(shape), in.workspace, count, in.tables, in.digests, in.r, in.s, in.answers);
            if (undecided < 0) {
                throw new IllegalStateException(
                        "native verification of " + count + " signatures failed: the workspace is too small");
            }
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    private MemorySegment shape(TableShape shape) {
        MemorySegment made = shapes.get(shape);
        if (made == null) {
            throw new IllegalStateException("unknown table shape " + shape);
        }
        return made;
    }

    /** The inputs and results of a call, copied to memory outside of the heap, and the workspace of the native code. */
    private static final class NativeCall implements Call {
        private static final int CACHE_LINE = 64;

        private final NativeKernel kernel;
        private final Arena arena = Arena.ofShared();
        private final MemorySegment workspace;
        private final MemorySegment tables;
        private final MemorySegment digests;
        private final MemorySegment r;
        private final MemorySegment s;
        private final MemorySegment answers;

        NativeCall(NativeKernel kernel, int batch) {
            this.kernel = kernel;
            workspace = kernel.newWorkspace(batch);
            tables = arena.allocate(Long.BYTES * (long) batch, CACHE_LINE);
            digests = arena.allocate(P256.BYTES * (long) batch, CACHE_LINE);
            r = arena.allocate(P256.BYTES * (long) batch, CACHE_LINE);
            s = arena.allocate(P256.BYTES * (long) batch, CACHE_LINE);
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
            int at = entry * P256.BYTES;
            long to = (long) place * P256.BYTES;
            int bytes = count * P256.BYTES;
            MemorySegment.copy(batch.digests(), at, digests, ValueLayout.JAVA_BYTE, to, bytes);
            MemorySegment.copy(batch.r(), at, r, ValueLayout.JAVA_BYTE, to, bytes);
            MemorySegment.copy(batch.s(), at, s, ValueLayout.JAVA_BYTE, to, bytes);
        }

        @Override
        public byte result(int place) {
            return answers.get(ValueLayout.JAVA_BYTE, place);
        }

        @Override
        public void close() {
            kernel.freeWorkspace(workspace);
            arena.close();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** A kernel of the native library with its multiples of G, and the shapes of tables. It lives as long as the process. */
final class NativeKernel implements Kernel {
    /** The numbers of {@code pathproof_p256.h}, and the names of the engines. */
    enum Kind {
        SCALAR("scalar", 0),
        IFMA("ifma", 1);

        private final String engineName;
        private final int number;

        Kind(String engineName, int number) {
            this.engineName = engineName;
            this.number = number;
        }
    }

    private static final int POINT_OCTETS = 2 * P256.OCTETS;

    private final NativeLibrary library;
    private final Kind kind;
    private final MemorySegment engine;
    private final Map<TableShape, MemorySegment> shapes = new EnumMap<>(TableShape.class);

    private NativeKernel(NativeLibrary library, Kind kind, MemorySegment engine) {
        this.library = library;
        this.kind = kind;
        this.engine = engine;
    }

    /** Empty when this processor cannot run the kernel, or there is no memory. */
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
                MemorySegment made = (MemorySegment) library.shapeNew.invokeExact(shape.window(), shape.stride());
                if (made.equals(MemorySegment.NULL) || (long) library.tableSize.invokeExact(made) != shape.octets()) {
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
        if (table.byteSize() != shape.octets()) {
            throw new IllegalArgumentException("a table of " + table.byteSize() + " octets, not " + shape.octets());
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment point = arena.allocateFrom(ValueLayout.JAVA_BYTE, key.coordinates());
            if (point.byteSize() != POINT_OCTETS
                    || (int) library.tableBuild.invokeExact(engine, shape(shape), point, table) != 0) {
                throw new IllegalStateException("no table could be built for " + key);
            }
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    /** A workspace that serves all shapes, for so many signatures at a time. */
    MemorySegment newWorkspace(int batch) {
        try {
            // The narrowest window has the most points.
            MemorySegment workspace =
                    (MemorySegment) library.workspaceNew.invokeExact(engine, shape(TableShape.COLD), batch);
            if (workspace.equals(MemorySegment.NULL)) {
                throw new IllegalStateException("no memory for a workspace of " + batch + " signatures");
            }
            return workspace;
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    void freeWorkspace(MemorySegment workspace) {
        try {
            library.workspaceFree.invokeExact(workspace);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    @Override
    @SuppressWarnings("restricted") // the size of a segment that C made: it asked for as much
    public MemorySegment newMemory(long octets) {
        try {
            MemorySegment memory = (MemorySegment) library.memoryNew.invokeExact(octets);
            if (memory.equals(MemorySegment.NULL)) {
                throw new IllegalStateException("no memory for key tables of " + octets + " octets");
            }
            return memory.reinterpret(octets);
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

    /** {@code pp_verify}. */
    void verify(TableShape shape, NativeCall in, int count) {
        try {
            int undecided = (int) library.verify.invokeExact(
                    engine, shape(shape), in.memory(), count, in.tables(), in.digests(), in.r(), in.s(), in.answers());
            if (undecided < 0) {
                throw new IllegalStateException("a workspace that does not fit");
            }
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    private MemorySegment shape(TableShape shape) {
        MemorySegment made = shapes.get(shape);
        if (made == null) {
            throw new IllegalStateException("no shape " + shape);
        }
        return made;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Memory outside of the heap whose pages the operating system provides at the first write: {@code aligned_alloc} of the
 * C library. An arena would write zeros to the whole block, and the block would count towards the limit of direct
 * memory. An arena is only the fallback if Java may not call native code or the C library lacks the function.
 */
@SuppressWarnings("restricted") // this class manages native memory
final class LazyMemory {
    private static final long CACHE_LINE = 64;

    private LazyMemory() {}

    private record Allocator(MethodHandle allocate, MethodHandle free) {
        static final Optional<Allocator> OF_THE_SYSTEM = find();

        private static Optional<Allocator> find() {
            Linker linker = Linker.nativeLinker();
            MemoryLayout pointer = ValueLayout.ADDRESS;
            FunctionDescriptor allocate = FunctionDescriptor.of(pointer, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
            FunctionDescriptor free = FunctionDescriptor.ofVoid(pointer);
            try {
                return linker.defaultLookup()
                        .find("aligned_alloc")
                        .flatMap(function -> linker.defaultLookup()
                                .find("free")
                                .map(freeing -> new Allocator(
                                        linker.downcallHandle(function, allocate),
                                        linker.downcallHandle(freeing, free))));
            } catch (IllegalCallerException e) {
                return Optional.empty(); // --illegal-native-access=deny
            }
        }
    }

    /**
     * @param bytes a multiple of 64
     * @throws IllegalStateException without enough memory
     */
    static MemorySegment allocate(long bytes) {
        MemorySegment memory =
                Allocator.OF_THE_SYSTEM.map(system -> allocate(system, bytes)).orElseGet(() -> allocateInArena(bytes));
        if (memory.equals(MemorySegment.NULL)) {
            throw new IllegalStateException("cannot allocate " + bytes + " bytes for key tables");
        }
        return memory;
    }

    private static MemorySegment allocate(Allocator system, long bytes) {
        try {
            MemorySegment memory = (MemorySegment) system.allocate.invokeExact(CACHE_LINE, bytes);
            return memory.equals(MemorySegment.NULL) ? memory : memory.reinterpret(bytes);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    private static MemorySegment allocateInArena(long bytes) {
        try {
            return Arena.ofAuto().allocate(bytes, CACHE_LINE);
        } catch (OutOfMemoryError e) {
            return MemorySegment.NULL; // more than -XX:MaxDirectMemorySize
        }
    }

    /** Frees a block of {@link #allocate}. The garbage collector frees the memory of an automatic arena. */
    static void free(MemorySegment memory) {
        Allocator.OF_THE_SYSTEM.ifPresent(system -> {
            try {
                system.free.invokeExact(memory);
            } catch (Throwable e) {
                throw NativeLibrary.unexpected(e);
            }
        });
    }
}

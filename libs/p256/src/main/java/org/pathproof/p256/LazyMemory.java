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
 * Memory outside of the heap that the system hands out when it is first written to: {@code aligned_alloc} of the C library. An arena
 * instead fills what it allocates with zeros, and so takes all of it at once, and counts it against the size of the heap; it serves
 * where Java may not call C, or the C library has no such function.
 */
@SuppressWarnings("restricted") // memory that is not Java's is what this class is for
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
     * @param octets a multiple of 64
     * @throws IllegalStateException when there is no memory
     */
    static MemorySegment allocate(long octets) {
        MemorySegment memory = Allocator.OF_THE_SYSTEM
                .map(system -> allocate(system, octets))
                .orElseGet(() -> allocateInArena(octets));
        if (memory.equals(MemorySegment.NULL)) {
            throw new IllegalStateException("no memory for key tables of " + octets + " octets");
        }
        return memory;
    }

    private static MemorySegment allocate(Allocator system, long octets) {
        try {
            MemorySegment memory = (MemorySegment) system.allocate.invokeExact(CACHE_LINE, octets);
            return memory.equals(MemorySegment.NULL) ? memory : memory.reinterpret(octets);
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    private static MemorySegment allocateInArena(long octets) {
        try {
            return Arena.ofAuto().allocate(octets, CACHE_LINE);
        } catch (OutOfMemoryError e) {
            return MemorySegment.NULL; // more than -XX:MaxDirectMemorySize
        }
    }

    /** Gives back what {@link #allocate} gave; an arena does so by itself. */
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

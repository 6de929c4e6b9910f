// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.benchmark.kit.Machine;

/** Finds the processors that this process may use, and binds threads to them (Linux only). */
final class Processors {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final int MAX_PROCESSORS = 1024;

    private static final List<String> FEATURES =
            List.of("avx512ifma", "avx512vl", "avx512dq", "avx2", "bmi2", "adx", "sha_ni");

    private Processors() {}

    /** Returns this machine with the instruction sets that the engines use. */
    static Machine machine() {
        return Machine.here().withFeatures(FEATURES);
    }

    /**
     * Returns one processor of each core, the highest number first, because processors with low numbers handle most
     * interrupts. Returns an empty list on systems other than Linux.
     */
    static List<Integer> ofCores() {
        Set<String> cores = new HashSet<>();
        List<Integer> chosen = new ArrayList<>();
        for (int processor : allowed().reversed()) {
            if (cores.add(siblings(processor))) {
                chosen.add(processor);
            }
        }
        return chosen;
    }

    private static List<Integer> allowed() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(ALLOWED))
                    .findFirst()
                    .map(line -> list(line.substring(ALLOWED.length()).strip()))
                    .orElse(List.of());
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Parses numbers and ranges in the format of Linux, such as "0-3,8". */
    static List<Integer> list(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] ends = part.split("-", -1);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int i = Integer.parseInt(ends[0]); i <= last; i++) {
                numbers.add(i);
            }
        }
        return numbers;
    }

    /** Returns the list of processors on the same core, or the processor's own number if the list is unknown. */
    private static String siblings(int processor) {
        try {
            return Files.readString(
                            Path.of("/sys/devices/system/cpu/cpu" + processor + "/topology/thread_siblings_list"))
                    .strip();
        } catch (IOException e) {
            return Integer.toString(processor);
        }
    }

    /**
     * Binds the calling thread to a processor.
     *
     * @throws IllegalStateException if the system refuses
     */
    static void bind(int processor) {
        if (processor < 0 || processor >= MAX_PROCESSORS) {
            throw new IllegalStateException("invalid processor number " + processor);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment set = arena.allocate(MAX_PROCESSORS / Byte.SIZE, Long.BYTES);
            set.set(ValueLayout.JAVA_BYTE, processor / Byte.SIZE, (byte) (1 << processor % Byte.SIZE));
            // sched_setaffinity(2): 0 stands for the calling thread
            if ((int) Affinity.SET.invokeExact(0, set.byteSize(), set) != 0) {
                throw new IllegalStateException("a thread cannot be bound to processor " + processor);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("sched_setaffinity cannot be called", e);
        }
    }

    private static final class Affinity {
        static final MethodHandle SET = handle();

        @SuppressWarnings("restricted") // calls the C library with the types of sched_setaffinity(2)
        private static MethodHandle handle() {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("sched_setaffinity"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
        }
    }
}

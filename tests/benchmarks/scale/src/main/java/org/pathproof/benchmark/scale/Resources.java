// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Memory and disk that a run needs. Estimates are larger than the needs that were measured. */
final class Resources {
    /** Bytes of a compressed record in Kafka, with those of all changes. */
    private static final long DISK_OF_ROW = 120;
    /** Bytes of a row in a snapshot; there are two while one is written. */
    private static final long SNAPSHOT_OF_ROW = 2 * 30;
    /** Bytes of the heap that each route needs, and each prefix with the paths of all neighbors. */
    private static final long HEAP_OF_ROW = 14;

    private static final long HEAP_OF_PREFIX = 400;
    private static final long MIB = 1 << 20;
    private static final long HEAP_OF_SERVICE = 128 * MIB;
    /** Memory of the broker, of this JVM, and of a JVM beside its heap. */
    private static final long OTHER_MEMORY = 2048 * MIB;

    private Resources() {}

    /**
     * Checks heap, memory and disk.
     *
     * @param folder folder of Kafka's data
     * @throws IllegalStateException if one of them is too small
     */
    static void require(Sizes sizes, Path folder) throws IOException {
        long heap = sizes.rows() * HEAP_OF_ROW + sizes.prefixes() * HEAP_OF_PREFIX + HEAP_OF_SERVICE;
        require("--heap", sizes.heapBytes(), heap, sizes, "set a larger --heap");
        long memory = sizes.heapBytes() + OTHER_MEMORY + sizes.rows();
        require("available memory", available(), memory, sizes, "end other programs, or set a smaller --heap");
        long disk = sizes.rows() * (DISK_OF_ROW + SNAPSHOT_OF_ROW);
        require(
                "free space in " + folder,
                Files.getFileStore(folder).getUsableSpace(),
                disk,
                sizes,
                "delete other files");
    }

    private static void require(String what, long has, long needs, Sizes sizes, String remedy) {
        if (has < needs) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%s is too small for %,d rows: %,d MiB of %,d MiB (%s, or use fewer --sessions or --prefixes)",
                    what,
                    sizes.rows(),
                    has / MIB,
                    needs / MIB,
                    remedy));
        }
    }

    private static long available() throws IOException {
        return Files.readAllLines(Path.of("/proc/meminfo")).stream()
                .filter(line -> line.startsWith("MemAvailable:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }
}

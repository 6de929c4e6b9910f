// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Memory of this process.
 *
 * @param heap bytes of the heap in use after a full collection
 * @param resident bytes of resident memory, as the system counts them
 */
record Memory(long heap, long resident) {
    /** Collects garbage and measures. */
    static Memory now() throws IOException {
        ManagementFactory.getMemoryMXBean().gc();
        return new Memory(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), status("VmRSS:"));
    }

    /** Returns the highest resident memory since the start in bytes. */
    static long peak() throws IOException {
        return status("VmHWM:");
    }

    private static long status(String name) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .map(kib -> kib << 10)
                .findFirst()
                .orElse(0);
    }
}

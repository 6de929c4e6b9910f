// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The machine and the time of a measurement.
 *
 * @param load load average of the last minute, before the run
 */
public record Machine(String processor, int processors, String system, String load, Instant when) {
    /** Returns this machine, with its load now. */
    public static Machine here() {
        return new Machine(
                line("/proc/cpuinfo", "model name").replaceFirst(".*:\\s*", ""),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                line("/proc/loadavg", "").split(" ", 2)[0],
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    private static String line(String file, String start) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.startsWith(start))
                    .findFirst()
                    .orElse("not known");
        } catch (IOException e) {
            return "not known";
        }
    }

    /** Returns true if the load average shows that other programs kept a processor busy. */
    public boolean isBusy() {
        try {
            return Double.parseDouble(load) >= 1;
        } catch (NumberFormatException e) {
            return false; // the load is not known
        }
    }
}

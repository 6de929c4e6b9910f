// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.kafka.common.utils.AppInfoParser;

/** The machine and the time of a measurement. */
public record Machine(
        String processor, int processors, String system, String java, String kafka, String load, String when) {
    public static Machine here() {
        return new Machine(
                line("/proc/cpuinfo", "model name"),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                AppInfoParser.getVersion(),
                line("/proc/loadavg", ""),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private static String line(String file, String start) {
        try {
            List<String> lines = Files.readAllLines(Path.of(file));
            return lines.stream()
                    .filter(line -> line.startsWith(start))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("not known");
        } catch (IOException e) {
            return "not known";
        }
    }

    /** Returns true if the load average of one minute shows that other programs kept a processor busy. */
    boolean isBusy() {
        try {
            return Double.parseDouble(load.split(" ", 2)[0]) >= 1;
        } catch (NumberFormatException e) {
            return false; // the load is not known
        }
    }

    /** Returns the time of the measurement and the load average before it. */
    String whenWords() {
        return when + ", load " + load.split(" ", 2)[0];
    }

    String words() {
        return processor + ", " + processors + " processors, " + system + ", " + java + ", Kafka " + kafka + ", "
                + when;
    }
}

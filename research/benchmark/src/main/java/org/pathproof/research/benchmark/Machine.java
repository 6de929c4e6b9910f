// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The machine of a run.
 *
 * @param load load averages of the last 1, 5 and 15 minutes
 */
record Machine(LocalDate date, String processor, int processors, String java, String load) {
    static Machine here() {
        return new Machine(
                LocalDate.now(ZoneOffset.UTC),
                lines("/proc/cpuinfo")
                        .filter(line -> line.startsWith("model name"))
                        .findFirst()
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .orElse("not known"),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                lines("/proc/loadavg")
                        .findFirst()
                        .map(line -> String.join(
                                " ", Arrays.asList(line.split(" ", -1)).subList(0, 3)))
                        .orElse("not known"));
    }

    private static Stream<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file)).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }
}

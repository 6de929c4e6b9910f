// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The machine of a measurement.
 *
 * @param features instruction sets that the engines use
 * @param load load averages of the last 1, 5 and 15 minutes before the measurement
 */
record Machine(String processor, int processors, List<String> features, String system, String java, String load) {
    private static final List<String> FEATURES =
            List.of("avx512ifma", "avx512vl", "avx512dq", "avx2", "bmi2", "adx", "sha_ni");

    static Machine here() {
        return new Machine(
                cpuInfo("model name"),
                Runtime.getRuntime().availableProcessors(),
                FEATURES.stream()
                        .filter(Arrays.asList(cpuInfo("flags").split(" ", -1))::contains)
                        .toList(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                loadNow());
    }

    /** Returns true if a load average of one minute shows that other programs kept a processor busy. */
    static boolean isBusy(String load) {
        try {
            return Double.parseDouble(load.split(" ", 2)[0]) >= 1;
        } catch (NumberFormatException e) {
            return false; // the load is not known
        }
    }

    static String loadNow() {
        return lines("/proc/loadavg")
                .findFirst()
                .map(line -> String.join(" ", Arrays.asList(line.split(" ", -1)).subList(0, 3)))
                .orElse("not known");
    }

    private static String cpuInfo(String name) {
        return lines("/proc/cpuinfo")
                .filter(line -> line.startsWith(name))
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .orElse("not known");
    }

    private static Stream<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file)).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }
}

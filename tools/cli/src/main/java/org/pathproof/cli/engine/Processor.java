// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processor, as {@code /proc/cpuinfo} of Linux describes it.
 *
 * @param features instruction sets of the engines and of SHA-256 in the JDK; true if the processor has them
 */
record Processor(String name, String architecture, Map<String, Boolean> features) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final List<String> X86 =
            List.of("adx", "avx2", "avx512dq", "avx512f", "avx512ifma", "avx512vl", "bmi2", "sha_ni");
    private static final List<String> ARM = List.of("sha2");

    static Processor here() {
        return of(lines(), System.getProperty("os.arch", ""));
    }

    static Processor of(List<String> cpuInfo, String architecture) {
        boolean arm = architecture.equals("aarch64");
        Set<String> flags = Stream.of(value(cpuInfo, arm ? "Features" : "flags").split(" ", -1))
                .collect(Collectors.toSet());
        Map<String, Boolean> features = (arm ? ARM : X86)
                .stream()
                        .collect(Collectors.toMap(
                                feature -> feature, flags::contains, (first, _) -> first, TreeMap::new));
        return new Processor(value(cpuInfo, "model name"), architecture, flags.contains("") ? Map.of() : features);
    }

    private static String value(List<String> cpuInfo, String name) {
        return cpuInfo.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> Arrays.asList(line.split(":", 2)).getLast().strip())
                .findFirst()
                .orElse("");
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(CPU_INFO);
        } catch (IOException e) {
            return List.of(); // not Linux
        }
    }
}

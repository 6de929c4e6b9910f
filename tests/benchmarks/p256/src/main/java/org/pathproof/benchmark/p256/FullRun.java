// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.pathproof.benchmark.kit.Machine;

/**
 * A full run. Each number of keys has a JVM of its own, because an engine keeps its tables as long as its process
 * lives.
 */
final class FullRun {
    /** Numbers of keys and their shares of the time. Many keys take long to prepare. */
    private static final SortedMap<Integer, Double> SHARES =
            new TreeMap<>(Map.of(50, 0.13, 1_000, 0.32, 31_000, 0.25, 100_000, 0.3));

    private static final double SHARE_OF_JMH = 0.15;
    private static final int SECONDS_A_MINUTE = 60;

    private FullRun() {}

    /** Returns the numbers of keys, ascending. */
    static List<Integer> allKeys() {
        return List.copyOf(SHARES.keySet());
    }

    /**
     * Runs the benchmark.
     *
     * @param minutes approximate time of the run
     * @param progress destination of progress lines
     */
    static Report run(List<Integer> keys, int minutes, Path cache, Path scratch, PrintWriter progress)
            throws IOException {
        long started = System.nanoTime();
        Machine machine = Processors.machine(); // its load must not include this run
        Instant when = machine.when();
        double seconds = (double) minutes * SECONDS_A_MINUTE * (1 - SHARE_OF_JMH);
        double shares = keys.stream().mapToDouble(FullRun::share).sum();
        List<GroupResult> groups = new ArrayList<>();
        for (int count : keys) {
            progress.printf("%,d keys …%n", count);
            progress.flush();
            groups.add(group(count, Math.round(seconds * share(count) / shares), cache, scratch));
        }
        progress.println("JMH …");
        progress.flush();
        List<String> contestants = groups.getFirst().figures().stream()
                .filter(GroupResult.Figures::inJvm)
                .map(GroupResult.Figures::contestant)
                .distinct()
                .toList();
        List<JmhRun.Figures> jmh =
                JmhRun.run(contestants, cache, scratch, Math.round(minutes * SECONDS_A_MINUTE * SHARE_OF_JMH));
        long took = (System.nanoTime() - started) / 1_000_000_000L;
        return new Report(when, took, machine, groups, jmh);
    }

    private static double share(int keys) {
        return SHARES.getOrDefault(keys, 1.0 / SHARES.size());
    }

    private static GroupResult group(int keys, long seconds, Path cache, Path scratch) throws IOException {
        Path result = scratch.resolve("keys-" + keys + ".json");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), GroupRun.class.getName()));
        command.addAll(List.of(
                Integer.toString(keys),
                Long.toString(seconds),
                cache.toString(),
                scratch.toString(),
                result.toString()));
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("the process for " + keys + " keys ended with status " + process.exitValue());
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return Report.MAPPER.readValue(Files.readString(result), GroupResult.class);
    }
}

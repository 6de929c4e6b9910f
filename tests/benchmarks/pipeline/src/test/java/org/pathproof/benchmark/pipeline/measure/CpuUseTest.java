// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the CPU time of a stage without the JVM's own threads. */
class CpuUseTest {
    private static final String STAGE = "validator";

    private static long javaMicros(Map<String, Long> kinds) {
        return new CpuUse(Map.of(STAGE, 1L), Map.of(STAGE, kinds)).javaMicros(STAGE);
    }

    /** The names are those of proc(5), which have 15 characters at most. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "C1 CompilerThre",
                "C2 CompilerThre",
                "GC Thread#1",
                "G1 Main Marker",
                "G1 Conc#0",
                "VM Thread",
                "VM Periodic Tas",
                "JFR Periodic Ta"
            })
    void excludesThreadsOfTheJvm(String name) {
        assertThat(javaMicros(Map.of(CpuUse.kind(name), 5L, "StreamThread-N", 3L)))
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "verifier-1", "kafka-producer-", "GCM-1", "C3PO"})
    void countsOtherThreads(String name) {
        assertThat(javaMicros(Map.of(CpuUse.kind(name), 5L))).isEqualTo(5);
    }

    /** Of the threads of this process, those of the compilers have the names that the list expects. */
    @Test
    void excludesTheCompilersOfThisProcess() throws IOException {
        Map<String, Long> compilers = new TreeMap<>();
        for (Path task : tasks()) {
            String name = name(task);
            if (name.contains("Compiler")) {
                compilers.merge(CpuUse.kind(name), 1L, Long::sum);
            }
        }
        assertThat(compilers).isNotEmpty();
        assertThat(javaMicros(compilers)).isZero();
    }

    /** Returns the name of a thread, or an empty text if the thread has ended. */
    private static String name(Path task) throws IOException {
        try {
            return Files.readString(task.resolve("comm")).strip();
        } catch (NoSuchFileException _) {
            return "";
        }
    }

    private static List<Path> tasks() throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            return tasks.toList();
        }
    }
}

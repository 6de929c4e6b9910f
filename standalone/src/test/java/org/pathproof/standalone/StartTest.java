// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartTest {
    @TempDir
    Path folder;

    @Test
    void aSignalDuringTheStartEndsTheProcessAndRedis() throws Exception {
        Path printed = folder.resolve("printed.log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Standalone.class.getName(),
                        "up",
                        "--bmp-port",
                        Integer.toString(Ports.free()),
                        "--http-port",
                        Integer.toString(Ports.free()),
                        "--rtr-port",
                        Integer.toString(Ports.free()),
                        "--data",
                        folder.resolve("data").toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> Files.readString(printed).contains("Starting Kafka") || !process.isAlive());
            assertThat(printed).content().contains("Starting Pathproof in ", "Starting Redis ", "Starting Kafka");
            List<ProcessHandle> children = process.descendants().toList();
            assertThat(children).isNotEmpty();

            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(130);
            assertThat(printed).content().contains("Stopped during the start.");
            assertThat(children).noneMatch(ProcessHandle::isAlive);
        } finally {
            process.destroyForcibly();
        }
        DataFolder.open(folder.resolve("data")).close();
    }

    @Test
    void printsALongStepAgain() {
        StringWriter printed = new StringWriter();
        try (Progress progress = new Progress(new Console(new PrintWriter(printed)), Duration.ofMillis(300))) {
            progress.step("Starting Kafka");
            await().atMost(Duration.ofMinutes(1)).until(() -> printed.toString().contains("for 2 s"));
        }
        assertThat(printed.toString()).startsWith("Starting Kafka …").contains("  … Starting Kafka, for ");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapWatchTest {
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseSerialGC"})
    void warnsOnlyOfAHeapThatStaysFull(String collector) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-Xmn16m",
                        collector,
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeapProcess.class.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed)
                .contains("half full: false", "full: true DOWN {problems=", "empty again: false")
                .containsOnlyOnce("WARNING: The Java heap is short:")
                .containsPattern(
                        "\\d\\d % of 12[0-9]m are in use after garbage collection; start with a larger one \\(--heap 2[0-9]{2}m\\)");
    }
}

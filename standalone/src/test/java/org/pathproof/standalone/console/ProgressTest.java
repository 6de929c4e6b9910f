// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests the lines that report the steps of the start. */
class ProgressTest {
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

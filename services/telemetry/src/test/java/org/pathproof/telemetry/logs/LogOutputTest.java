// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.json.BasicJsonTester;
import org.springframework.boot.test.json.JsonContent;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Tests the lines that a program with Spring Boot writes. */
@ExtendWith(OutputCaptureExtension.class)
final class LogOutputTest {
    /** Spring Boot keeps the format of the first program of a JVM in this property. */
    @BeforeEach
    void forgetFormat() {
        System.clearProperty("CONSOLE_LOG_STRUCTURED_FORMAT");
    }

    @Test
    void ecsLinesHaveTheEventAndItsValuesAsKeys(CapturedOutput output) {
        LogProgram.run(1, "pathproof.logs.format=ecs");
        List<String> lines = lines(output);
        assertThat(lines).hasSize(1);
        JsonContent<Object> json = new BasicJsonTester(getClass()).from(lines.getFirst());
        assertThat(json).extractingJsonPathStringValue("event.action").isEqualTo("stream-unreadable");
        assertThat(json).extractingJsonPathStringValue("pathproof.router").isEqualTo("192.0.2.1");
        assertThat(json).extractingJsonPathNumberValue("pathproof.offset").isEqualTo(0);
        assertThat(json).extractingJsonPathStringValue("pathproof.reason").isEqualTo("line\nbreak");
        assertThat(json).extractingJsonPathStringValue("log.level").isEqualTo("WARN");
        assertThat(json).extractingJsonPathStringValue("service.name").isEqualTo("test");
        assertThat(json).extractingJsonPathStringValue("error.type").isEqualTo("java.lang.IllegalStateException");
        assertThat(json).doesNotHaveJsonPath("tags");
    }

    @Test
    void textIsTheDefault(CapturedOutput output) {
        LogProgram.run(1);
        assertThat(output.getOut()).contains("WARN").contains("unreadable stream: router=192.0.2.1 offset=0");
        assertThat(output.getOut()).doesNotContain("{\"@timestamp\"");
    }

    @Test
    void aFloodWritesTenLinesAndOneSummary(CapturedOutput output) {
        LogProgram.run(20_000, "pathproof.logs.format=ecs");
        List<String> lines = lines(output);
        assertThat(lines).hasSize(11);
        JsonContent<Object> summary = new BasicJsonTester(getClass()).from(lines.getLast());
        assertThat(summary).extractingJsonPathStringValue("event.action").isEqualTo("log-lines-suppressed");
        assertThat(summary).extractingJsonPathNumberValue("pathproof.lines").isEqualTo(19_990);
        assertThat(summary).extractingJsonPathStringValue("pathproof.event").isEqualTo("stream-unreadable");
        assertThat(summary).extractingJsonPathStringValue("pathproof.key").isEqualTo("192.0.2.1");
    }

    @Test
    void aWrongFormatStopsTheStart() {
        assertThatThrownBy(() -> LogProgram.run(1, "pathproof.logs.format=xml")).hasMessageContaining("pathproof.logs");
    }

    private static List<String> lines(CapturedOutput output) {
        return output.getOut()
                .lines()
                .filter(line -> line.startsWith("{") && line.contains("stream-unreadable"))
                .toList();
    }
}

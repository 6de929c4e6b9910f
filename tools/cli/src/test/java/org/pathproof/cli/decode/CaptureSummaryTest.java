// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.cli.Run;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.harness.TestData;
import tools.jackson.databind.JsonNode;

/** Compares summaries of captures of real routers and caches with the counts of other programs. */
class CaptureSummaryTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"frr-8.4.4", "gobgp-3.10.0", "bgpsec-frrbgpsec-mirror-k1"})
    void countsMessagesOfBmp(String name) {
        JsonNode expected = Run.json(TestData.text("bmp/" + name + ".expected.json"));
        Run run = Run.of(
                "decode", "--summary", TestData.path("bmp/" + name + ".bmp").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        JsonNode summary = run.objects().getFirst();
        int compared = 0;
        for (String key : expected.propertyNames()) {
            if (!key.contains("tshark")) { // tshark counts in other units
                assertThat(summary.get(key)).as(key).isEqualTo(expected.get(key));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"frr-8.4.4", "gobgp-3.10.0", "bgpsec-frrbgpsec-mirror-k1"})
    void showsEveryBmpMessage(String name) {
        JsonNode expected = Run.json(TestData.text("bmp/" + name + ".expected.json"));
        Run run = Run.of("decode", TestData.path("bmp/" + name + ".bmp").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        long next = 0;
        for (JsonNode message : run.objects()) {
            assertThat(message.get("offset").longValue()).isEqualTo(next);
            next += message.get("length").longValue();
        }
        assertThat(next).isEqualTo(expected.get("bytes").longValue());
        int messages = 0;
        for (JsonNode count : expected.get("messages")) {
            messages += count.intValue();
        }
        assertThat(run.objects()).hasSize(messages);
    }

    @Test
    void printsTablesOnATerminal() {
        String file = TestData.path("bmp/frr-8.4.4.bmp").toString();
        Run run = Run.of("decode", "--summary", "-o", "table", file);
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .containsPattern("MESSAGE +COUNT")
                .containsPattern("route_monitoring +\\d+")
                .containsPattern("PEER AND VIEW +ANNOUNCED +WITHDRAWN +UPDATES +END OF RIB")
                .containsPattern("up +\\S+ AS\\d+")
                .contains("0 damaged messages")
                .doesNotContain("{");
        assertThat(Run.of("decode", "-o", "table", file).exitCode())
                .as("messages have no table")
                .isEqualTo(ExitCode.CANNOT_RUN);
    }

    @Test
    void readsBgp() {
        Run run = Run.of(
                "decode",
                "--summary",
                TestData.path("vectors/nist-session-valid-k1.bgp").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        JsonNode summary = run.objects().getFirst();
        assertThat(summary.get("messages").get("open").intValue()).isEqualTo(1);
        assertThat(summary.get("attr33").size())
                .isEqualTo(summary.get("messages").get("update").intValue());
    }

    @Test
    void readsRtr() {
        Run run = Run.of(
                "decode", "--summary", TestData.path("rtr/stayrtr-0.5.1-v1.rtr").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        JsonNode messages = run.objects().getFirst().get("messages");
        assertThat(messages.get("router_key").intValue()).isEqualTo(12);
        assertThat(messages.get("ipv4_prefix").intValue()).isEqualTo(40);
    }

    /** The file has two bzip2 streams, and the second one is cut. Records before the cut are counted. */
    @Test
    void readsTruncatedMrtInBzip2() {
        Run run = Run.of(
                "decode",
                "--summary",
                TestData.path("mrt/frr-8.4.4-ribs-cut.mrt.bz2").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.PROBLEM_FOUND);
        JsonNode summary = run.objects().getFirst();
        assertThat(summary.get("messages").get("peer_index_table").intValue()).isEqualTo(1);
        assertThat(summary.get("messages").get("rib").intValue()).isBetween(2000, 2760);
        assertThat(summary.get("monitored").size()).isEqualTo(2);
    }

    @Test
    void readsMrtInGzip() throws IOException {
        Path zipped = folder.resolve("updates.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            out.write(TestData.bytes("mrt/frr-8.4.4-updates.mrt"));
        }
        Run run = Run.of("decode", "--summary", zipped.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.objects()
                        .getFirst()
                        .get("messages")
                        .get("bgp4mp_message")
                        .intValue())
                .isEqualTo(196);
    }
}

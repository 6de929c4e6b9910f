// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.cli.ExitCode;
import org.pathproof.cli.Run;
import tools.jackson.databind.JsonNode;

/** Summaries of what real routers and caches sent, against what was counted by others. */
class SharedSummaryTest {
    @ParameterizedTest
    @ValueSource(strings = {"frr-8.4.4", "gobgp-3.10.0", "bgpsec-frrbgpsec-mirror-k1"})
    void equalsWhatIsExpectedOfBmp(String name) throws IOException {
        JsonNode expected = Run.json(Files.readString(Run.shared("bmp/" + name + ".expected.json")));
        Run run =
                Run.of("decode", "--summary", Run.shared("bmp/" + name + ".bmp").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        JsonNode summary = run.objects().getFirst();
        int compared = 0;
        for (String key : expected.propertyNames()) {
            if (!key.contains("tshark")) { // what another program counted
                assertThat(summary.get(key)).as(key).isEqualTo(expected.get(key));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"frr-8.4.4", "gobgp-3.10.0", "bgpsec-frrbgpsec-mirror-k1"})
    void showsEveryBmpMessage(String name) throws IOException {
        JsonNode expected = Run.json(Files.readString(Run.shared("bmp/" + name + ".expected.json")));
        Run run = Run.of("decode", Run.shared("bmp/" + name + ".bmp").toString());
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
    void readsBgp() throws IOException {
        Run run = Run.of(
                "decode",
                "--summary",
                Run.shared("vectors/nist-session-valid-k1.bgp").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        JsonNode summary = run.objects().getFirst();
        assertThat(summary.get("messages").get("open").intValue()).isEqualTo(1);
        assertThat(summary.get("attr33").size())
                .isEqualTo(summary.get("messages").get("update").intValue());
    }

    @Test
    void readsRtr() throws IOException {
        Run run = Run.of(
                "decode", "--summary", Run.shared("rtr/stayrtr-0.5.1-v1.rtr").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        JsonNode messages = run.objects().getFirst().get("messages");
        assertThat(messages.get("router_key").intValue()).isEqualTo(12);
        assertThat(messages.get("ipv4_prefix").intValue()).isEqualTo(40);
    }

    /** The file is the first megabyte of a longer one: all that is whole is counted, and the cut is told. */
    @Test
    void readsMrtInBzip2ThatWasCut() throws IOException {
        Run run = Run.of("decode", "--summary", mrt("pyasn-rib6"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.FOUND);
        JsonNode summary = run.objects().getFirst();
        assertThat(summary.get("messages").get("peer_index_table").intValue()).isEqualTo(1);
        assertThat(summary.get("messages").get("rib").intValue()).isGreaterThan(1000);
        assertThat(summary.get("monitored").size()).isGreaterThan(10);
    }

    @Test
    void readsMrtInGzip() throws IOException {
        Run run = Run.of("decode", "--summary", mrt("bgpdump-updates.20160811"));
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.objects()
                        .getFirst()
                        .get("messages")
                        .get("bgp4mp_message")
                        .intValue())
                .isGreaterThan(1000);
    }

    private static String mrt(String start) throws IOException {
        try (var files = Files.list(Run.shared("mrt"))) {
            return files.filter(f -> f.getFileName().toString().startsWith(start))
                    .findAny()
                    .orElseThrow()
                    .toString();
        }
    }
}

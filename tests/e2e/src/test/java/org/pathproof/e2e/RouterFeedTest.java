// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.Programs;
import org.pathproof.harness.StayRtr;
import org.pathproof.harness.TestData;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests clients of Pathproof: rtrclient and a real FRR follow the RTR server, and FRR and BIRD load the exported
 * prefix sets. The clients only read, so the tests share one running program.
 */
final class RouterFeedTest {
    /** The data of the cache. Without the key of AS 64496, one path of the capture is NOT_VALID. */
    private static final String SERVED = withoutKeyOf(TestData.text("rtr/rpki-051.json"), 64496);

    @TempDir
    static Path folder;

    private static StayRtr cache;
    private static RunningPathproof pathproof;

    @BeforeAll
    static void start() throws IOException {
        cache = new StayRtr(folder, Files.writeString(folder.resolve("rpki.json"), SERVED));
        // rtrlib waits ten minutes after "No Data Available", so rtrclient starts when the data are there.
        pathproof = RunningPathproof.start(folder, "--rtr", cache.address()).awaitHealthy();
    }

    @AfterAll
    static void stop() {
        pathproof.close();
        cache.close();
    }

    @Test
    void rtrclientReceivesVrpsAndRouterKeys() {
        Programs.require("rtrclient");
        JsonNode served = JsonMapper.shared().readTree(SERVED);
        try (ChildProcess client = ChildProcess.start(
                folder.resolve("rtrclient.log"),
                "stdbuf",
                "-oL",
                "rtrclient",
                "-pk",
                "tcp",
                "127.0.0.1",
                Integer.toString(pathproof.rtrPort))) {
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                String output = client.output();
                Set<Prefix> prefixes = new TreeSet<>();
                for (JsonNode roa : served.get("roas")) {
                    Prefix prefix = Prefix.parse(roa.get("prefix").asString());
                    String line = Pattern.quote(prefix.address()) + "\\s+" + prefix.length() + "\\s";
                    if (!Pattern.compile(line).matcher(output).find()) {
                        prefixes.add(prefix);
                    }
                }
                assertThat(prefixes).as("VRPs that rtrclient did not get").isEmpty();
                for (JsonNode key : served.get("bgpsec_keys")) {
                    assertThat(output.replace(":", "").toLowerCase(java.util.Locale.ROOT))
                            .contains(key.get("ski").asString().toLowerCase(java.util.Locale.ROOT));
                }
            });
        }
    }

    @Test
    void frrUsesPathproofAsItsRpkiCache() throws IOException {
        Programs.require("bgpd");
        int vrps = JsonMapper.shared().readTree(SERVED).get("roas").size();
        try (FrrBgpd frr = new FrrBgpd(folder, """
                rpki
                 rpki polling_period 5
                 rpki cache 127.0.0.1 %d preference 1
                 exit
                """.formatted(pathproof.rtrPort))) {
            await().atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> {
                        String table = frr.vtysh("show rpki prefix-table");
                        Set<String> lines = Pattern.compile("(?m)^(\\S+)\\s+(\\d+) -\\s+(\\d+)\\s+(\\d+)")
                                .matcher(table)
                                .results()
                                .map(MatchResult::group)
                                .collect(Collectors.toSet());
                        assertThat(lines).as(table).hasSize(vrps);
                    });
            assertThat(frr.vtysh("show rpki cache-connection")).contains("connected");
        }
    }

    @Test
    void exportedPrefixSetsLoadInFrrAndBird() throws IOException {
        Programs.require("vtysh");
        Programs.require("bird");
        Path capture = TestData.path("bmp/bgpsec-frrbgpsec-mirror-k1.bmp");
        try (ChildProcess router = pathproof.replay(capture, RunningPathproof.MIRRORED_BYTES)) {
            assertThat(router.isAlive()).isTrue();
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(pathproof.routes("state=NOT_VALID"))
                            .extracting(RunningPathproof::prefix)
                            .containsExactly("192.0.3.0/24"));

            Path frr = folder.resolve("frr.conf");
            Files.writeString(
                    frr,
                    pathproof
                            .get("/api/v1/export/frr?neighbor=10.66.0.9", "*/*")
                            .body());
            assertThat(Files.readString(frr)).contains("192.0.3.0/24");
            ChildProcess.Outcome vtysh = ChildProcess.run("vtysh", "-C", "-f", frr.toString());
            assertThat(vtysh.exitCode()).as(vtysh.output()).isZero();

            Path set = folder.resolve("pathproof.bird.conf");
            Files.writeString(
                    set,
                    pathproof
                            .get("/api/v1/export/bird?neighbor=10.66.0.9", "*/*")
                            .body());
            assertThat(Files.readString(set)).contains("192.0.3.0/24");
            Path bird = folder.resolve("bird.conf");
            Files.writeString(bird, "router id 192.0.2.1;\ninclude \"" + set + "\";\nprotocol device {}\n");
            ChildProcess.Outcome parsed = ChildProcess.run("/usr/sbin/bird", "-p", "-c", bird.toString());
            assertThat(parsed.exitCode()).as(parsed.output()).isZero();
        }
    }

    private static String withoutKeyOf(String rpkiJson, long asn) {
        JsonNode root = JsonMapper.shared().readTree(rpkiJson);
        var keys = (tools.jackson.databind.node.ArrayNode) root.get("bgpsec_keys");
        for (int i = keys.size() - 1; i >= 0; i--) {
            if (keys.get(i).get("asn").asLong() == asn) {
                keys.remove(i);
            }
        }
        return root.toString();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.StayRtr;
import org.pathproof.harness.TestData;
import tools.jackson.databind.JsonNode;

/**
 * Tests BGPsec updates of a real speaker, mirrored by a real router (the BGPsec fork of FRR), with keys from a real
 * RTR cache. The local AS of the Peer Up is 65000. Five of the seven paths contain this AS, so they are loops by
 * default (RFC 8205 section 5.2 check 8). The five paths are valid if the operator allows loops from this peer.
 */
final class MirroredBgpsecTest {
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(1);
    private static final List<String> WITHOUT_65000 = List.of("192.0.2.0/24", "192.0.3.0/24");
    private static final List<String> THROUGH_65000 =
            List.of("198.51.100.0/24", "203.0.113.0/24", "10.4.0.0/16", "10.5.0.0/17", "10.6.0.0/20");

    @TempDir
    Path folder;

    @Test
    void loopsAreMalformedAndOtherPathsAreValid() {
        Path capture = TestData.path("bmp/bgpsec-frrbgpsec-mirror-k1.bmp");
        try (StayRtr cache = new StayRtr(folder, TestData.path("rtr/rpki-051.json"));
                RunningPathproof pathproof = RunningPathproof.start(folder, "--rtr", cache.address());
                ChildProcess router = pathproof.replay(capture, RunningPathproof.MIRRORED_BYTES)) {
            assertThat(router.isAlive()).isTrue();
            Map<String, String> expected = states(WITHOUT_65000, "VALID");
            expected.putAll(states(THROUGH_65000, "MALFORMED"));
            awaitStates(pathproof, expected);
            assertThat(pathproof.routes("state=MALFORMED"))
                    .allSatisfy(
                            route -> assertThat(RunningPathproof.rules(route)).contains("as-loop"));
            assertThat(pathproof.routes("state=VALID"))
                    .allSatisfy(route -> assertThat(
                                    route.get("validity").get("target_as").asLong())
                            .isEqualTo(65000));
        }
    }

    @Test
    void aWithdrawnKeyChangesItsPathsUntilItReturns() throws Exception {
        Path capture = TestData.path("bmp/bgpsec-frrbgpsec-mirror-k1.bmp");
        Path all = TestData.path("rtr/rpki-051.json");
        Path without65000 = TestData.path("rtr/rpki-051-b.json");
        Path config = folder.resolve("pathproof.yaml");
        Files.writeString(config, """
                pathproof:
                  collector:
                    loop-allowed-peers: ["10.66.0.9"]
                """);
        try (StayRtr cache = new StayRtr(folder, all);
                RunningPathproof pathproof =
                        RunningPathproof.start(folder, "--rtr", cache.address(), "--config", config.toString());
                ChildProcess router = pathproof.replay(capture, RunningPathproof.MIRRORED_BYTES)) {
            assertThat(router.isAlive()).isTrue();
            Map<String, String> allValid = states(WITHOUT_65000, "VALID");
            allValid.putAll(states(THROUGH_65000, "VALID"));
            awaitStates(pathproof, allValid);

            cache.serve(without65000);
            Map<String, String> withdrawn = states(WITHOUT_65000, "VALID");
            withdrawn.putAll(states(THROUGH_65000, "NOT_VALID"));
            awaitStates(pathproof, withdrawn);
            for (JsonNode route : pathproof.routes("state=NOT_VALID")) {
                assertThat(RunningPathproof.rules(route)).containsAnyOf("key-withdrawn", "key-not-found");
                JsonNode finding = route.get("validity").get("findings").get(0);
                assertThat(finding.get("asn").asLong()).isEqualTo(65000);
            }

            cache.serve(all);
            awaitStates(pathproof, allValid);
        }
    }

    private static Map<String, String> states(List<String> prefixes, String state) {
        Map<String, String> states = new TreeMap<>();
        prefixes.forEach(prefix -> states.put(prefix, state));
        return states;
    }

    private static void awaitStates(RunningPathproof pathproof, Map<String, String> expected) {
        await().atMost(SETTLE_TIMEOUT).pollInterval(Duration.ofMillis(250)).untilAsserted(() -> {
            Map<String, String> states = pathproof.statesByPrefix("");
            assertThat(states).isEqualTo(expected);
        });
    }
}

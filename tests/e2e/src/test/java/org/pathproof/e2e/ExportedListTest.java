// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.Programs;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests an exported prefix list on an FRR that loads each change of it. FRR reports the rejected route as withdrawn
 * about 5 s after its filter changed; the list must not lose the prefix then.
 */
final class ExportedListTest {
    private static final Duration SETTLED = Duration.ofMinutes(2);
    /** More than twice the time after which FRR reports the withdrawal. */
    private static final Duration WATCHED = Duration.ofSeconds(12);

    private static final String PREFIX = "10.78.0.0/24";
    private static final String OTHER = "10.78.1.0/24";
    /** Signed by a key that the cache has later. */
    private static final String EARLY = "10.78.2.0/24";

    @TempDir
    Path folder;

    private String loaded = "";

    @Test
    void theListStaysUntilTheNeighborSendsAProperlySignedPath() throws IOException {
        Programs.require("bgpd");
        Path config = folder.resolve("pathproof.yaml");
        Files.writeString(config, """
                pathproof:
                  collector:
                    dual-path-peers: ["%s"]
                """.formatted(SigningNeighbor.ADDRESS));
        try (SigningNeighbor neighbor = new SigningNeighbor(MonitoredFrr.AS);
                RunningPathproof pathproof = RunningPathproof.start(
                        folder, "--rtr", neighbor.cacheAddress(), "--config", config.toString());
                FrrBgpd frr = new FrrBgpd(
                        folder,
                        "bmp",
                        MonitoredFrr.config("border", 1, pathproof.bmpPort, MonitoredFrr.signingNeighbor()))) {
            neighbor.connect(frr.bgpPort());
            MonitoredFrr.awaitMonitored(pathproof, 1);
            neighbor.announceTampered(PREFIX);
            neighbor.announceWithFurtherKey(EARLY);
            neighbor.announce(OTHER);
            awaitPaths(frr, PREFIX, 1);
            await("the export lists the prefixes")
                    .atMost(SETTLED)
                    .untilAsserted(() -> assertThat(export(pathproof)).contains("permit " + PREFIX, "permit " + EARLY));

            loadList(pathproof, frr);
            loadFilter(frr);
            awaitPaths(frr, PREFIX, 0);
            await("the list stays, and the route stays away")
                    .atMost(SETTLED)
                    .during(WATCHED)
                    .untilAsserted(() -> {
                        loadList(pathproof, frr);
                        assertThat(loaded)
                                .contains("permit " + PREFIX, "permit " + EARLY)
                                .doesNotContain(OTHER);
                        assertThat(paths(frr, PREFIX)).isZero();
                    });
            JsonNode refusal =
                    pathproof.json("/api/v1/refusals").get("refusals").get(0);
            assertThat(refusal.get("prefix").asString()).isEqualTo(PREFIX);
            assertThat(refusal.get("now").asString())
                    .as("FRR has reported the route as withdrawn")
                    .isNotEqualTo("refused");
            assertThat(paths(frr, OTHER)).isOne();

            neighbor.announce(PREFIX);
            await("the prefix leaves the list, and the route returns")
                    .atMost(SETTLED)
                    .untilAsserted(() -> {
                        loadList(pathproof, frr);
                        assertThat(loaded).doesNotContain(PREFIX);
                        assertThat(paths(frr, PREFIX)).isOne();
                    });
            assertThat(loaded).contains("permit " + EARLY);

            neighbor.publishFurtherKey();
            await("the path is valid under the new keys").atMost(SETTLED).untilAsserted(() -> {
                loadList(pathproof, frr);
                assertThat(loaded).doesNotContain(EARLY);
                assertThat(paths(frr, EARLY)).isOne();
            });
            assertThat(pathproof.json("/api/v1/refusals").get("total").asInt()).isZero();
        }
    }

    private static String export(RunningPathproof pathproof) {
        return pathproof
                .get("/api/v1/export/frr?neighbor=" + SigningNeighbor.ADDRESS, "*/*")
                .body();
    }

    /** Loads the exported list if it has changed. */
    private void loadList(RunningPathproof pathproof, FrrBgpd frr) throws IOException {
        String present = export(pathproof);
        if (!present.equals(loaded)) {
            load(frr, present);
            loaded = present;
        }
    }

    /** Rejects the prefixes of the list, as the operators' page says. */
    private void loadFilter(FrrBgpd frr) throws IOException {
        load(frr, """
                route-map FROM-PEER deny 5
                 match ip address prefix-list PATHPROOF
                exit
                route-map FROM-PEER permit 10
                exit
                router bgp %d view %s
                 address-family ipv4 unicast
                  neighbor %s route-map FROM-PEER in
                 exit-address-family
                exit
                """.formatted(MonitoredFrr.AS, MonitoredFrr.VIEW, SigningNeighbor.ADDRESS));
    }

    private void load(FrrBgpd frr, String text) throws IOException {
        ChildProcess.Outcome outcome = frr.load(Files.writeString(folder.resolve("load.conf"), text));
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    }

    private static void awaitPaths(FrrBgpd frr, String prefix, int paths) {
        await(prefix + " has " + paths + " paths").atMost(SETTLED).until(() -> paths(frr, prefix) == paths);
    }

    /** Returns the number of paths that FRR uses or could use. */
    private static int paths(FrrBgpd frr, String prefix) {
        String output = frr.vtysh("show bgp view " + MonitoredFrr.VIEW + " ipv4 unicast " + prefix + " json");
        return JsonMapper.shared()
                .readTree(output.substring(Math.max(0, output.indexOf('{'))))
                .path("paths")
                .size();
    }
}

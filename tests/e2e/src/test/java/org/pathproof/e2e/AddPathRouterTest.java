// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.GoBgp;
import org.pathproof.harness.Programs;
import tools.jackson.databind.JsonNode;

/**
 * Tests real routers with a neighbor that negotiates ADD-PATH. FRR monitors without Path Identifiers and mirrors with
 * them. In each case, the table has each prefix of the neighbor once for each path that the router monitors.
 */
final class AddPathRouterTest {
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(2);
    private static final String PEER = "127.0.0.2";
    private static final List<String> PREFIXES =
            List.of("10.1.0.0/16", "192.0.2.64/28", "198.51.100.64/26", "203.0.113.0/24", "198.51.100.0/24");

    @TempDir
    Path folder;

    @Test
    void readsTheTableOfFrr() throws IOException {
        Programs.require("bgpd");
        try (RunningPathproof pathproof = RunningPathproof.start(folder);
                FrrBgpd frr = new FrrBgpd(folder, "bmp", frrConfig(pathproof.bmpPort));
                GoBgp neighbor = new GoBgp(
                        folder,
                        PEER,
                        64496,
                        withAddPath(GoBgp.multihopNeighbor("127.0.0.1", 65001, frr.bgpPort(), PEER)))) {
            announce(neighbor);
            awaitTable(pathproof);
            await().atMost(SETTLE_TIMEOUT)
                    .untilAsserted(() -> assertThat(frr.vtysh("show bgp neighbors " + PEER))
                            .containsPattern("AddPath[^\\n]*\\n[^\\n]*IPv4 Unicast: RX advertised"));
            assertThat(session(pathproof).path("table_warning").asString("")).isEqualTo("path-ids-missing");
            assertThat(pathproof.metric("pathproof_table_warnings_total")).isPositive();

            neighbor.gobgp("global", "rib", "del", "203.0.113.0/24");
            awaitPrefixes(pathproof, without("203.0.113.0/24"));
            frr.vtysh("clear bgp " + PEER);
            awaitPrefixes(pathproof, without("203.0.113.0/24"));
        }
    }

    @Test
    void readsTheTableOfGoBgp() throws IOException {
        try (RunningPathproof pathproof = RunningPathproof.start(folder);
                GoBgp monitored = new GoBgp(
                        folder,
                        "127.0.0.1",
                        65001,
                        Recipe.of("gobgp", Map.of("192.0.2.10", "127.0.0.1", "11019", "" + pathproof.bmpPort))
                                + withAddPath(GoBgp.passiveNeighbor(PEER, 64496)));
                GoBgp neighbor = new GoBgp(
                        folder,
                        PEER,
                        64496,
                        withAddPath(GoBgp.activeNeighbor("127.0.0.1", 65001, monitored.bgpPort(), PEER)))) {
            announce(neighbor);
            awaitTable(pathproof);
            neighbor.gobgp("global", "rib", "del", "203.0.113.0/24");
            awaitPrefixes(pathproof, without("203.0.113.0/24"));
        }
    }

    private static void announce(GoBgp neighbor) {
        for (String prefix : PREFIXES) {
            neighbor.gobgp("global", "rib", "add", prefix, "nexthop", "192.0.2.1");
        }
    }

    private static Set<String> without(String prefix) {
        Set<String> left = new TreeSet<>(PREFIXES);
        left.remove(prefix);
        return left;
    }

    private static void awaitTable(RunningPathproof pathproof) {
        awaitPrefixes(pathproof, new TreeSet<>(PREFIXES));
    }

    private static void awaitPrefixes(RunningPathproof pathproof, Set<String> expected) {
        await().atMost(SETTLE_TIMEOUT).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
            Map<String, Integer> shown = new TreeMap<>();
            pathproof
                    .routes("view=adj-rib-in-pre")
                    .forEach(route -> shown.merge(RunningPathproof.prefix(route), 1, Integer::sum));
            assertThat(shown.keySet()).isEqualTo(expected);
            assertThat(shown.values()).as("%s", shown).containsOnly(1);
        });
    }

    private static JsonNode session(RunningPathproof pathproof) {
        return pathproof
                .json("/api/v1/sessions")
                .get("sessions")
                .valueStream()
                .filter(session -> session.get("peer_ip").asString().equals(PEER))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the TOML of a neighbor with ADD-PATH in both directions for IPv4. */
    private static String withAddPath(String neighbor) {
        String family = "afi-safi-name = \"ipv4-unicast\"\n";
        return neighbor.replace(family, family + """
                [neighbors.afi-safis.add-paths.config]
                receive = true
                send-max = 8
                """);
    }

    private static String frrConfig(int bmpPort) throws IOException {
        return Recipe.of(
                        "frr",
                        Map.of(
                                "64500", "65001",
                                "198.51.100.1", PEER,
                                "64496", "64496",
                                "pathproof.example", "127.0.0.1",
                                "11019", Integer.toString(bmpPort),
                                "min-retry 1000 max-retry 30000", "min-retry 100 max-retry 2000"))
                + """
                router bgp 65001
                 bgp router-id 10.255.0.1
                 no bgp ebgp-requires-policy
                 neighbor 127.0.0.2 passive
                 neighbor 127.0.0.2 ebgp-multihop 4
                exit
                """;
    }
}

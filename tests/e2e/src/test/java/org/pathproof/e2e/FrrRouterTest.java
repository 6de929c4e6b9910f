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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.GoBgp;
import org.pathproof.harness.Programs;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests a real FRR that streams Route Monitoring and Route Mirroring to the collector, with a GoBGP neighbor whose
 * session flaps during updates. The table of the peer must equal the Adj-RIB-In that {@code vtysh} prints: each route
 * once, with its path.
 */
final class FrrRouterTest {
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(2);
    private static final String PEER = "127.0.0.2";

    @TempDir
    Path folder;

    @Test
    void tableEqualsFrrsAfterFlapsWithMonitoringAndMirroring() throws IOException {
        Programs.require("bgpd");
        try (RunningPathproof pathproof = RunningPathproof.start(folder);
                FrrBgpd frr = new FrrBgpd(folder, "bmp", config(pathproof.bmpPort));
                GoBgp neighbor = new GoBgp(
                        folder, PEER, 64496, GoBgp.multihopNeighbor("127.0.0.1", 65001, frr.bgpPort(), PEER))) {
            add(neighbor, 0, 30);
            neighbor.gobgp("global", "rib", "add", "2001:db8:1::/48", "nexthop", "2001:db8::2", "-a", "ipv6");
            awaitAgreement(pathproof, frr, 31);

            for (int flap = 1; flap <= 3; flap++) {
                frr.vtysh("clear bgp " + PEER);
                // Routes are added and removed during the restart of the session.
                add(neighbor, 30 * flap, 30 * flap + 20);
                for (int i = 30 * (flap - 1); i < 30 * (flap - 1) + 10; i++) {
                    neighbor.gobgp("global", "rib", "del", prefix(i));
                }
                awaitAgreement(pathproof, frr, 31 + 10 * flap);
            }

            neighbor.gobgp("neighbor", "127.0.0.1", "disable");
            awaitAgreement(pathproof, frr, 0);
            await().atMost(SETTLE_TIMEOUT)
                    .untilAsserted(() -> assertThat(sessions(pathproof))
                            .isNotEmpty()
                            .allSatisfy(session ->
                                    assertThat(session.get("state").asString()).isEqualTo("DOWN")));
            neighbor.gobgp("neighbor", "127.0.0.1", "enable");
            awaitAgreement(pathproof, frr, 61);
        }
    }

    @Test
    void usesMirroredRoutesIfFrrKeepsNoAdjRibIn() throws IOException {
        Programs.require("bgpd");
        try (RunningPathproof pathproof = RunningPathproof.start(folder);
                FrrBgpd frr = new FrrBgpd(
                        folder,
                        "bmp",
                        config(pathproof.bmpPort)
                                .replace("  neighbor " + PEER + " soft-reconfiguration inbound\n", ""));
                GoBgp neighbor = new GoBgp(
                        folder, PEER, 64496, GoBgp.multihopNeighbor("127.0.0.1", 65001, frr.bgpPort(), PEER))) {
            await().atMost(SETTLE_TIMEOUT)
                    .untilAsserted(() -> assertThat(sessions(pathproof)).isNotEmpty());
            add(neighbor, 0, 20);
            awaitRoutes(pathproof, 20);
            for (int i = 0; i < 5; i++) {
                neighbor.gobgp("global", "rib", "del", prefix(i));
            }
            awaitRoutes(pathproof, 15);
            await().atMost(SETTLE_TIMEOUT)
                    .untilAsserted(() -> assertThat(sessions(pathproof)).anySatisfy(session -> {
                        assertThat(session.path("table_warning").asString("")).isEqualTo("only-mirrored");
                        assertThat(session.get("no_routes").asBoolean()).isFalse();
                    }));
        }
    }

    private static void awaitRoutes(RunningPathproof pathproof, int routes) {
        await().atMost(SETTLE_TIMEOUT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() ->
                        assertThat(pathproof.routes("view=adj-rib-in-pre")).hasSize(routes));
    }

    private static void add(GoBgp neighbor, int from, int to) {
        IntStream.range(from, to)
                .forEach(i -> neighbor.gobgp(
                        "global",
                        "rib",
                        "add",
                        prefix(i),
                        "nexthop",
                        "192.0.2.1",
                        "aspath",
                        "64500," + (64501 + i % 7)));
    }

    private static String prefix(int i) {
        return "10." + i + ".0.0/16";
    }

    /**
     * Returns the configuration of the operators' page, with settings for this test. FRR runs without zebra and
     * therefore needs multihop sessions.
     */
    private static String config(int bmpPort) throws IOException {
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

    private static void awaitAgreement(RunningPathproof pathproof, FrrBgpd frr, int routes) {
        await().atMost(SETTLE_TIMEOUT).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
            Map<String, String> reported = new TreeMap<>();
            for (String family : Set.of("ipv4", "ipv6")) {
                JsonNode table = JsonMapper.shared()
                        .readTree(frr.vtysh(
                                "show bgp " + family + " unicast neighbors " + PEER + " received-routes json"));
                for (JsonNode route : table.path("receivedRoutes")) {
                    reported.put(
                            route.get("network").asString(), route.get("path").asString());
                }
            }
            List<JsonNode> shown = pathproof.routes("view=adj-rib-in-pre");
            Map<String, String> published = new TreeMap<>();
            for (JsonNode route : shown) {
                published.put(RunningPathproof.prefix(route), path(route));
            }
            assertThat(published).isEqualTo(reported).hasSize(routes);
            assertThat(shown).as("each route once").hasSize(routes);
        });
    }

    /**
     * Returns the AS path of a route without the local AS. FRR 8.4 prepends the local AS to the paths that it sends by
     * BMP.
     */
    private static String path(JsonNode route) {
        StringBuilder path = new StringBuilder();
        for (JsonNode asn : route.get("as_path")) {
            if (path.isEmpty() && asn.asLong() == 65001) {
                continue;
            }
            path.append(path.isEmpty() ? "" : " ").append(asn.asLong());
        }
        return path.toString();
    }

    private static List<JsonNode> sessions(RunningPathproof pathproof) {
        return pathproof
                .json("/api/v1/sessions")
                .get("sessions")
                .valueStream()
                .filter(session -> session.get("peer_ip").asString().equals(PEER))
                .toList();
    }
}

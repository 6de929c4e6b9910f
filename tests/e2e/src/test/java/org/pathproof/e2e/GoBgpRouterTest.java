// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.GoBgp;
import org.pathproof.harness.StayRtr;
import org.pathproof.harness.TestData;
import tools.jackson.databind.JsonNode;

/** Tests a real GoBGP router that streams BMP to the collector: routes, a withdrawal and a closed session. */
final class GoBgpRouterTest {
    @TempDir
    Path folder;

    @Test
    void followsRoutesWithdrawalsAndTheEndOfASession() throws IOException {
        try (StayRtr cache = new StayRtr(folder, TestData.path("rtr/rpki-051.json"));
                RunningPathproof pathproof = RunningPathproof.start(folder, "--rtr", cache.address());
                GoBgp monitored = new GoBgp(
                        folder,
                        "127.0.0.1",
                        65001,
                        recipe(pathproof.bmpPort) + GoBgp.passiveNeighbor("127.0.0.2", 64496))) {
            GoBgp neighbor = new GoBgp(
                    folder,
                    "127.0.0.2",
                    64496,
                    GoBgp.activeNeighbor("127.0.0.1", monitored.asn(), monitored.bgpPort(), "127.0.0.2"));
            try (neighbor) {
                Set<String> announced = IntStream.range(0, 50)
                        .mapToObj(i -> "10.0." + i + ".0/24")
                        .collect(Collectors.toCollection(TreeSet::new));
                announced.forEach(prefix -> neighbor.gobgp("global", "rib", "add", prefix));
                neighbor.gobgp("global", "rib", "add", "2001:db8:1::/48", "-a", "ipv6");
                awaitRoutes(pathproof, union(announced, "2001:db8:1::/48"));
                // The table equals the report of the daemon.
                Set<String> reported = monitored.received("127.0.0.2", "ipv4");
                reported.addAll(monitored.received("127.0.0.2", "ipv6"));
                assertThat(reported).isEqualTo(union(announced, "2001:db8:1::/48"));
                assertThat(pathproof.routes("prefix=10.0.7.0/24")).anySatisfy(route -> {
                    assertThat(RunningPathproof.state(route)).isEqualTo("UNSIGNED");
                    assertThat(route.get("origin_as").asLong()).isEqualTo(64496);
                    assertThat(route.get("peer_ip").asString()).isEqualTo("127.0.0.2");
                    assertThat(route.get("validity").get("origin").get("state").asString())
                            .isEqualTo("valid");
                });

                neighbor.gobgp("global", "rib", "del", "10.0.7.0/24");
                announced.remove("10.0.7.0/24");
                awaitRoutes(pathproof, union(announced, "2001:db8:1::/48"));
            }
            // The neighbor has stopped, so the router reports Peer Down.
            awaitRoutes(pathproof, Set.of());
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(session(pathproof, "127.0.0.2"))
                            .anySatisfy(session ->
                                    assertThat(session.get("state").asString()).isEqualTo("DOWN")));
        }
    }

    /** Returns GoBGP's BMP configuration of the operators' page. */
    private static String recipe(int bmpPort) throws IOException {
        return Recipe.of("gobgp", Map.of("192.0.2.10", "127.0.0.1", "11019", Integer.toString(bmpPort)));
    }

    private static Set<String> union(Set<String> prefixes, String one) {
        return Stream.concat(prefixes.stream(), Stream.of(one)).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Iterable<JsonNode> session(RunningPathproof pathproof, String peer) {
        return pathproof
                .json("/api/v1/sessions")
                .get("sessions")
                .valueStream()
                .filter(session -> session.get("peer_ip").asString().equals(peer))
                .toList();
    }

    private static void awaitRoutes(RunningPathproof pathproof, Set<String> expected) {
        await().atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(250))
                .untilAsserted(() -> {
                    Set<String> received = pathproof.routes("view=adj-rib-in-pre").stream()
                            .map(RunningPathproof::prefix)
                            .collect(Collectors.toCollection(TreeSet::new));
                    assertThat(received).isEqualTo(expected);
                });
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.Bird;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.GoBgp;
import org.pathproof.harness.Ports;

/**
 * Tests that the export policies of docs/operators/feed-recipes.md remove the communities of Pathproof, and no others,
 * in real routers. A GoBGP of another AS receives the routes.
 */
final class FeedRecipesTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String PAGE = "feed-recipes.md";
    private static final int AS = 64500;
    private static final int EXTERNAL_AS = 64496;
    private static final String EXTERNAL = "127.0.0.21";
    private static final String PREFIX = "203.0.113.0/24";

    @TempDir
    Path folder;

    /** Returns the neighbor of another AS. It waits for the session. */
    private GoBgp external(String router) throws IOException {
        Path own = Files.createDirectories(folder.resolve("external"));
        return new GoBgp(own, EXTERNAL, EXTERNAL_AS, GoBgp.passiveNeighbor(router, AS));
    }

    private static void assertFiltered(GoBgp external) {
        await("route at the external neighbor").atMost(LIMIT).untilAsserted(() -> assertThat(
                        external.gobgp("global", "rib"))
                .contains(PREFIX, "LargeCommunity: [ 64500:7:7, 164500:36:1]"));
    }

    @Test
    void frrRemovesTheCommunities() throws IOException {
        String recipe = Recipe.of(
                PAGE,
                "frr-export",
                Map.of("198.51.100.1", EXTERNAL, "router bgp 64500", "router bgp 64500 view border"));
        try (GoBgp external = external("127.0.0.22");
                FrrBgpd frr = new FrrBgpd(folder, "bmp", recipe + """
                        route-map origin permit 10
                         set large-community 64500:33:1 64500:36:1 64500:7:7 164500:36:1
                        exit
                        router bgp %1$d view border
                         bgp router-id 10.0.0.1
                         no bgp network import-check
                         neighbor %2$s port %3$d
                         neighbor %2$s disable-connected-check
                         neighbor %2$s update-source 127.0.0.22
                         address-family ipv4 unicast
                          network %4$s route-map origin
                        """.formatted(AS, EXTERNAL, external.bgpPort(), PREFIX))) {
            assertThat(frr.vtysh("show running-config")).contains("route-map to-external out");
            assertFiltered(external);
        }
    }

    @Test
    void goBgpRemovesTheCommunities() throws IOException {
        String recipe = Recipe.of(PAGE, "gobgp-export", Map.of("198.51.100.1", EXTERNAL));
        try (GoBgp external = external("127.0.0.22");
                GoBgp border = new GoBgp(
                        Files.createDirectories(folder.resolve("border")),
                        "127.0.0.22",
                        AS,
                        recipe + GoBgp.activeNeighbor(EXTERNAL, EXTERNAL_AS, external.bgpPort(), "127.0.0.22"))) {
            border.gobgp(
                    "global",
                    "rib",
                    "add",
                    PREFIX,
                    "large-community",
                    "64500:33:1,64500:36:1,64500:7:7,164500:36:1");
            assertFiltered(external);
        }
    }

    @Test
    void birdRemovesTheCommunities() throws IOException {
        String recipe = Recipe.of(
                PAGE, "bird-export", Map.of("local as 64500", "local 127.0.0.22 port " + Ports.free() + " as 64500"));
        try (GoBgp external = external("127.0.0.22");
                Bird border = new Bird(Files.createDirectories(folder.resolve("border")), recipe + """
                        protocol static origin {
                          ipv4;
                          route %1$s blackhole {
                            bgp_large_community.add((64500, 33, 1));
                            bgp_large_community.add((64500, 36, 1));
                            bgp_large_community.add((64500, 7, 7));
                            bgp_large_community.add((164500, 36, 1));
                          };
                        }
                        protocol bgp upstream from external_neighbor {
                          neighbor %2$s port %3$d as %4$d;
                          multihop;
                          connect delay time 1;
                        }
                        """.formatted(PREFIX, EXTERNAL, external.bgpPort(), EXTERNAL_AS))) {
            assertThat(border.birdc("show", "protocols")).contains("upstream");
            assertFiltered(external);
        }
    }
}

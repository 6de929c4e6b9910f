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
import org.pathproof.harness.Programs;

/**
 * Tests that the export policies of docs/operators/feed-recipes.md remove the communities of Pathproof, and no others,
 * in real routers. The router is in a network namespace, and a GoBGP of another AS receives its routes.
 */
final class FeedRecipesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String PAGE = "feed-recipes.md";
    private static final int AS = 64500;
    private static final int EXTERNAL_AS = 64496;
    /** Address of the external neighbor on the page. */
    private static final String EXTERNAL = "198.51.100.1";

    private static final String PREFIX = "203.0.113.0/24";

    @TempDir
    Path folder;

    private Path folder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    private static String recipe(BorderNetwork network, String name) throws IOException {
        return Recipe.of(PAGE, name, Map.of(EXTERNAL, external(network)));
    }

    private static String external(BorderNetwork network) {
        return network.address(11);
    }

    /** Starts the neighbor of another AS, which connects to the router. */
    private GoBgp startExternal(BorderNetwork network) throws IOException {
        return new GoBgp(
                folder("external"),
                external(network),
                EXTERNAL_AS,
                GoBgp.activeNeighbor(network.frr(), AS, 179, external(network)));
    }

    private static void assertFiltered(GoBgp external) {
        await("route at the external neighbor").atMost(LIMIT).untilAsserted(() -> assertThat(
                        external.gobgp("global", "rib"))
                .contains(PREFIX, "LargeCommunity: [ 64500:7:7, 164500:36:1]"));
    }

    @Test
    void frrRemovesTheCommunities() throws IOException {
        Programs.require("bgpd");
        try (BorderNetwork network = new BorderNetwork();
                FrrBgpd _ = FrrBgpd.inNamespace(
                        network.namespace(),
                        network.frr(),
                        folder("border"),
                        "bmp",
                        recipe(network, "frr-export") + """
                                route-map origin permit 10
                                 set large-community 64500:33:1 64500:36:1 64500:7:7 164500:36:1
                                exit
                                router bgp %d
                                 no bgp network import-check
                                 address-family ipv4 unicast
                                  network %s route-map origin
                                """.formatted(AS, PREFIX));
                GoBgp external = startExternal(network)) {
            assertFiltered(external);
        }
    }

    @Test
    void goBgpRemovesTheCommunities() throws IOException {
        try (BorderNetwork network = new BorderNetwork();
                GoBgp border = GoBgp.inNamespace(
                        network.inside(),
                        folder("border"),
                        network.frr(),
                        AS,
                        recipe(network, "gobgp-export") + GoBgp.passiveNeighbor(external(network), EXTERNAL_AS));
                GoBgp external = startExternal(network)) {
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
        try (BorderNetwork network = new BorderNetwork();
                Bird _ = new Bird(network.inside(), folder("border"), Recipe.of(PAGE, "bird-export", Map.of()) + """
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
                          neighbor %2$s as %3$d;
                          passive;
                        }
                        """.formatted(PREFIX, external(network), EXTERNAL_AS));
                GoBgp external = startExternal(network)) {
            assertFiltered(external);
        }
    }
}

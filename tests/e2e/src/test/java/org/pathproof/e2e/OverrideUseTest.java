// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.GoBgp;
import org.pathproof.harness.Ports;
import org.pathproof.harness.Programs;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.databind.JsonNode;

/**
 * Tests that Pathproof knows if real routers use their overrides: GoBGP by its Loc-RIB, FRR by what it announces to a
 * monitored neighbor, and FRR without such a neighbor not at all.
 */
final class OverrideUseTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Prefixes of the external neighbors of FRR, and of those of GoBGP. */
    private static final String AT_FRR = "198.51.100.0/24";

    private static final String AT_GOBGP = "203.0.113.0/24";
    private static final String OTHER = "10.77.0.0/24";
    private static final long ORIGIN_AS = 64500;

    @TempDir
    Path folder;

    @Test
    void eachOverrideIsKnownToBeUsedOrNot() throws Exception {
        Programs.require("gobgpd");
        Programs.require("bgpd");
        MemoryRpkiSource rpki = new MemoryRpkiSource(31);
        rpki.replace(
                List.of(new Vrp(Prefix.parse(AT_FRR), 24, ORIGIN_AS), new Vrp(Prefix.parse(AT_GOBGP), 24, ORIGIN_AS)));
        int goBgpPort = Ports.free();
        try (RtrServer cache = new RtrServer(
                                RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), rpki)
                        .start();
                BorderNetwork network = new BorderNetwork();
                RunningPathproof pathproof = network.startPathproof(folder, cache.port(), goBgpPort)) {
            FrrBgpd frr = network.startFrr(folder, pathproof.bmpPort);
            network.announceToFrr(11, OTHER);
            network.announceVanishing(12, OTHER);
            network.announceToFrr(13, OTHER);
            BorderNetwork.awaitNextHops(frr, OTHER, 3);
            network.announceToFrr(11, AT_FRR);
            network.announceVanishing(12, AT_FRR, 64501L, ORIGIN_AS);
            network.announceToFrr(13, AT_FRR, 64502L, 64503L, ORIGIN_AS);
            await("override at FRR")
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThat(BorderNetwork.best(frr, AT_FRR))
                            .as(pathproof.json("/api/v1/overrides").toString())
                            .startsWith("65012 "));
            awaitUse(pathproof, "r1", AT_FRR, "unknown");
            assertThat(use(pathproof, "r1", AT_FRR).get("explanation").asString())
                    .contains("Loc-RIB (RFC 9069)", "internal neighbor");
            assertThat(health(pathproof)).startsWith("ok: 0 overrides are in use; router r1: of 1 override no view");

            GoBgp goBgp = network.startGoBgp(folder, goBgpPort, pathproof.bmpPort);
            network.announceToGoBgp(15, goBgpPort, AT_GOBGP);
            network.announceToGoBgp(16, goBgpPort, AT_GOBGP, ORIGIN_AS);
            awaitUse(pathproof, "r1", AT_FRR, "in-use");
            awaitUse(pathproof, "r2", AT_GOBGP, "in-use");
            assertThat(use(pathproof, "r1", AT_FRR).get("seen_in").asString()).isEqualTo("internal neighbor r2");
            assertThat(use(pathproof, "r2", AT_GOBGP).get("seen_in").asString()).isEqualTo("Loc-RIB");
            assertThat(health(pathproof)).startsWith("ok: 2 overrides are in use");

            // GoBGP prefers its own route, and its Loc-RIB does not show LOCAL_PREF of the route.
            goBgp.gobgp("global", "rib", "add", AT_GOBGP, "local-pref", "500");
            JsonNode unused = awaitUse(pathproof, "r2", AT_GOBGP, "not-in-use");
            assertThat(unused.get("reason").asString()).isEqualTo("router-preference");
            assertThat(unused.at("/instead/as_path").size()).isZero();
            goBgp.gobgp("global", "rib", "del", AT_GOBGP);
            awaitUse(pathproof, "r2", AT_GOBGP, "in-use");

            network.removeNextHop();
            JsonNode lost = awaitUse(pathproof, "r1", AT_FRR, "not-in-use");
            assertThat(lost.get("reason").asString()).isEqualTo("next-hop");
            assertThat(lost.at("/instead/as_path").toString()).isEqualTo("[65011]");
            await("next accepted path")
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThat(BorderNetwork.best(frr, AT_FRR))
                            .as(pathproof.json("/api/v1/overrides").toString())
                            .startsWith("65013 "));
            awaitUse(pathproof, "r1", AT_FRR, "in-use");
            assertThat(health(pathproof)).startsWith("ok: 2 overrides are in use");
        }
    }

    private static JsonNode use(RunningPathproof pathproof, String router, String prefix) {
        return pathproof.json("/api/v1/overrides/" + router + "/" + prefix).path("use");
    }

    private static JsonNode awaitUse(RunningPathproof pathproof, String router, String prefix, String state) {
        AtomicReference<JsonNode> found = new AtomicReference<>();
        await("use of " + prefix + " at " + router)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> {
                    JsonNode now = use(pathproof, router, prefix);
                    found.set(now);
                    assertThat(now.path("state").asString(""))
                            .as(pathproof.json("/api/v1/overrides").toString())
                            .isEqualTo(state);
                });
        return Objects.requireNonNull(found.get());
    }

    private static String health(RunningPathproof pathproof) {
        JsonNode part = pathproof.json("/api/v1/health").at("/components/override-use");
        return part.get("status").asString() + ": " + part.get("message").asString();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.chaos.load.Ledger;
import org.pathproof.chaos.load.Load;
import org.pathproof.chaos.load.RouteName;
import org.pathproof.chaos.load.World;
import org.pathproof.chaos.oracle.Comparison;
import org.pathproof.chaos.oracle.Oracle;
import org.pathproof.chaos.oracle.Row;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerListener;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;

/**
 * Two sites for one network, as docs/operators/multi-site.md recommends: each has Kafka, Redis and an RPKI cache of its
 * own, and every router streams to both. The line between the data centres is cut and heals under load.
 */
final class MultiSiteTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int PREFIXES = 60;
    private static final int RATE = 300;
    /** The other routers are in the east. */
    private static final Set<String> WESTERN = Set.of("chaos-1");

    @TempDir
    Path folder;

    private final World world = new World(PREFIXES);
    private final Oracle oracle = new Oracle();

    @Test
    void aCutOffSiteServesItsOwnRoutersAndBothSitesAgreeAfterwards() throws Exception {
        try (world;
                RtrServer westernCache = cache();
                RtrServer easternCache = cache();
                DistantSite west = new DistantSite("west", 0, westernCache.port(), folder);
                DistantSite east = new DistantSite("east", 1, easternCache.port(), folder)) {
            world.loadKeys();
            west.awaitServing();
            east.awaitServing();
            for (SimulatedRouter router : world.routers()) {
                boolean western = isWestern(router.name());
                router.start(western ? west.near() : west.overTheLine());
                router.start(western ? east.overTheLine() : east.near());
            }
            Load load = new Load(world, new Ledger(), 48);
            load.fill();
            awaitAgreement(west, world.routers());
            awaitAgreement(east, world.routers());
            awaitHealth(west, "ok", "");
            awaitHealth(east, "ok", "");

            load.start(RATE);
            west.cut();
            east.cut();
            awaitHealth(west, "failing", "8 sessions are lost");
            awaitHealth(east, "failing", "4 sessions are lost");
            world.detour(true);
            load.stop();
            awaitAgreement(west, routers(true));
            awaitAgreement(east, routers(false));
            assertThat(compare(west, world.routers()).agrees())
                    .as("the west has no updates of the east")
                    .isFalse();

            west.heal();
            east.heal();
            awaitAgreement(west, world.routers());
            awaitAgreement(east, world.routers());
            awaitHealth(west, "ok", "");
            awaitHealth(east, "ok", "");
        }
    }

    private RtrServer cache() throws IOException {
        RtrServerSettings settings =
                RtrServerSettings.on(new InetSocketAddress(0)).withNotifyInterval(Duration.ofMillis(100));
        return new RtrServer(settings, world.rpki(), RtrServerListener.NONE).start();
    }

    private static boolean isWestern(String router) {
        return WESTERN.contains(router);
    }

    private List<SimulatedRouter> routers(boolean western) {
        return world.routers().stream()
                .filter(router -> isWestern(router.name()) == western)
                .toList();
    }

    /** Waits until no route of these routers is lost or wrong at a site. */
    private void awaitAgreement(DistantSite site, List<SimulatedRouter> routers) {
        await("agreement of site " + site)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    Comparison comparison = compare(site, routers);
                    assertThat(comparison.lost()).as("lost at " + site).isEmpty();
                    assertThat(comparison.wrong()).as("wrong at " + site).isEmpty();
                    assertThat(comparison.rows()).isGreaterThan(routers.size() * PREFIXES);
                });
    }

    private static void awaitHealth(DistantSite site, String status, String words) {
        await("health " + status + " of site " + site)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    JsonNode health = site.health();
                    assertThat(health.get("status").asString())
                            .as(health.toString())
                            .isEqualTo(status);
                    assertThat(health.toString()).contains(words);
                });
    }

    private Comparison compare(DistantSite site, List<SimulatedRouter> routers) {
        Set<String> names = routers.stream().map(SimulatedRouter::name).collect(Collectors.toSet());
        Map<RouteName, Row> expected = new HashMap<>();
        oracle.table(world, world.rpki().current().orElseThrow()).forEach((name, row) -> {
            if (names.contains(name.router())) {
                expected.put(name, withoutNumber(row));
            }
        });
        Map<RouteName, Row> seen = new HashMap<>();
        for (JsonNode route : site.routes()) {
            RouteName name = name(route);
            if (names.contains(name.router())) {
                assertThat(seen.put(name, row(route)))
                        .as("second route %s", name)
                        .isNull();
            }
        }
        return Comparison.of(expected, seen);
    }

    /** REST has no communities, in which updates are numbered. The digest identifies a signed update. */
    private static Row withoutNumber(Row row) {
        return new Row(0, row.state(), row.findings(), row.origin(), row.digest(), row.asPath());
    }

    private static RouteName name(JsonNode route) {
        return new RouteName(
                route.get("router_name").asString(),
                route.get("peer_ip").asString(),
                Prefix.parse(RunningPathproof.prefix(route)),
                route.get("path_id").asLong());
    }

    private static Row row(JsonNode route) {
        JsonNode validity = route.get("validity");
        String state = RunningPathproof.state(route);
        List<String> findings = new ArrayList<>();
        if (state.equals("NOT_VALID")) {
            validity.get("findings")
                    .forEach(finding ->
                            findings.add(finding.get("rule").asString().replace("key-withdrawn", "key-not-found") + "@"
                                    + finding.get("hop").asInt()));
        }
        List<Integer> asPath = new ArrayList<>();
        route.path("as_path").forEach(asn -> asPath.add(asn.asInt()));
        JsonNode origin = validity.get("origin");
        return new Row(
                0,
                state,
                findings,
                "ORIGIN_"
                        + origin.get("state")
                                .asString()
                                .toUpperCase(Locale.ROOT)
                                .replace('-', '_') + origin.path("reason").asString(""),
                digest(validity.path("attribute_digest").asString("")),
                asPath);
    }

    private static long digest(String hex) {
        return hex.isEmpty() ? 0 : HexFormat.fromHexDigitsToLong(hex);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.GoBgp;
import org.pathproof.harness.Programs;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.attacks.Attack;
import org.pathproof.lab.attacks.Expectation.Found;
import org.pathproof.lab.routers.SigningUpstream;
import org.pathproof.rpki.rtr.RtrServer;
import tools.jackson.databind.JsonNode;

/**
 * Stock routers without BGPsec whose upstream sends BGPsec_PATH beside AS_PATH (docs/adr/0024). Their BMP goes to the
 * collector; each route of the lab gets its known verdict.
 */
final class DualPathRouterTest {
    private static final Duration SETTLED = Duration.ofMinutes(2);
    private static final String ROUTER = "127.0.0.1";
    private static final String UPSTREAM = "127.0.0.2";
    private static final long UPSTREAM_AS = Attack.Session.DUAL_PATH.neighbor();
    private static final int LOCAL_AS = (int) LabSettings.LOCAL_AS;

    @TempDir
    Path folder;

    @Test
    void goBgpCarriesSignaturesInEveryView() throws IOException {
        try (Lab lab = lab();
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = start(cache);
                GoBgp router = new GoBgp(
                        folder,
                        ROUTER,
                        LOCAL_AS,
                        Recipe.of(
                                        "gobgp",
                                        Map.of(
                                                "192.0.2.10",
                                                ROUTER,
                                                "11019",
                                                Integer.toString(pathproof.bmpPort),
                                                "\"pre-policy\"",
                                                "\"all\""))
                                + GoBgp.passiveNeighbor(UPSTREAM, (int) UPSTREAM_AS));
                SigningUpstream upstream = upstream(router.bgpPort())) {
            announce(lab, upstream);
            awaitVerdicts(pathproof, lab);
            for (String view : List.of("adj-rib-in-post", "loc-rib")) {
                await().atMost(SETTLED)
                        .untilAsserted(() -> assertThat(
                                        pathproof.routes("view=" + view + "&prefix=" + prefix(lab, "dual-path")))
                                .singleElement()
                                .satisfies(route -> {
                                    assertThat(RunningPathproof.state(route)).isEqualTo("VALID");
                                    assertThat(isDualPath(route)).isTrue();
                                }));
            }
        }
    }

    @Test
    void frrMirrorsSignatures() throws IOException {
        Programs.require("bgpd");
        try (Lab lab = lab();
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = start(cache);
                FrrBgpd router = new FrrBgpd(folder, "bmp", frr(pathproof.bmpPort));
                SigningUpstream upstream = upstream(router.bgpPort())) {
            // FRR mirrors only messages that arrive after the BMP connection is up.
            await().atMost(SETTLED)
                    .untilAsserted(
                            () -> assertThat(pathproof.json("/api/v1/sessions").get("sessions"))
                                    .isNotEmpty());
            announce(lab, upstream);
            awaitVerdicts(pathproof, lab);
        }
    }

    private static Lab lab() {
        return Lab.build(LabSettings.demo().withRoutes(List.of()));
    }

    private RunningPathproof start(RtrServer cache) throws IOException {
        Path config = folder.resolve("pathproof.yaml");
        Files.writeString(config, """
                pathproof:
                  collector:
                    dual-path-peers: ["%s"]
                """.formatted(UPSTREAM));
        return RunningPathproof.start(folder, "--rtr", "127.0.0.1:" + cache.port(), "--config", config.toString());
    }

    /** Tries to connect until the router accepts the connection. */
    private static SigningUpstream upstream(int port) {
        return await("session with the router")
                .atMost(SETTLED)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> new SigningUpstream(
                                UPSTREAM, UPSTREAM_AS, new InetSocketAddress(InetAddress.ofLiteral(ROUTER), port)),
                        _ -> true);
    }

    private static List<Attack> attacks(Lab lab) {
        return lab.attacks().stream()
                .filter(attack -> attack.session() == Attack.Session.DUAL_PATH)
                .toList();
    }

    private static void announce(Lab lab, SigningUpstream upstream) throws IOException {
        for (Attack attack : attacks(lab)) {
            upstream.send(attack.update());
        }
    }

    private static String prefix(Lab lab, String attack) {
        return attacks(lab).stream()
                .filter(one -> one.name().equals(attack))
                .findFirst()
                .orElseThrow()
                .prefix()
                .toString();
    }

    /** Waits until each attack has its known verdict and the mark {@code dual_path} in the pre-policy view. */
    private static void awaitVerdicts(RunningPathproof pathproof, Lab lab) {
        assertThat(attacks(lab)).hasSizeGreaterThan(5);
        await().atMost(SETTLED).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
            for (Attack attack : attacks(lab)) {
                assertThat(pathproof.routes("view=adj-rib-in-pre&prefix=" + attack.prefix()))
                        .as(attack.name())
                        .singleElement()
                        .satisfies(route -> {
                            assertThat(attack.expected()
                                            .agrees(
                                                    PathState.valueOf(RunningPathproof.state(route)),
                                                    findings(route),
                                                    attack.expected().origin().isEmpty()
                                                            ? Optional.empty()
                                                            : origin(route),
                                                    Optional.empty()))
                                    .as("%s: expected %s, got %s", attack.name(), attack.expected(), route)
                                    .isTrue();
                            assertThat(isDualPath(route)).as(attack.name()).isTrue();
                        });
            }
        });
    }

    private static boolean isDualPath(JsonNode route) {
        return route.get("validity").path("dual_path").asBoolean(false);
    }

    private static Optional<OriginState> origin(JsonNode route) {
        String label = route.get("validity").get("origin").get("state").asString();
        return Arrays.stream(OriginState.values())
                .filter(state -> state.label().equals(label))
                .findFirst();
    }

    private static List<Found> findings(JsonNode route) {
        List<Found> found = new ArrayList<>();
        for (JsonNode finding : route.get("validity").get("findings")) {
            found.add(new Found(
                    Rule.ofLabel(finding.get("rule").asString()),
                    finding.path("hop").asInt(0)));
        }
        return found;
    }

    /** Returns the recipe of the operators' page with settings for loopback addresses and without zebra. */
    private static String frr(int bmpPort) throws IOException {
        return Recipe.of(
                        "frr",
                        Map.of(
                                "198.51.100.1",
                                UPSTREAM,
                                "64496",
                                Long.toString(UPSTREAM_AS),
                                "pathproof.example",
                                ROUTER,
                                "11019",
                                Integer.toString(bmpPort),
                                "min-retry 1000 max-retry 30000",
                                "min-retry 100 max-retry 2000"))
                + """
                router bgp %d
                 bgp router-id 10.255.0.1
                 no bgp ebgp-requires-policy
                 neighbor 127.0.0.2 passive
                 neighbor 127.0.0.2 ebgp-multihop 4
                exit
                """.formatted(LOCAL_AS);
    }
}

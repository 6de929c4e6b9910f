// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.Ports;
import org.pathproof.harness.Programs;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.databind.JsonNode;

/**
 * Tests the derived origin feed with two monitored FRRs: a border with a signing neighbor, and an inner router with an
 * unsigned copy of each path over iBGP. Both routers are RTR clients of the feed.
 */
final class DerivedOriginRoutersTest {
    private static final Duration SETTLED = Duration.ofMinutes(2);
    /** Bound for the time to mark, on a busy computer. A Serial Notify each minute would take 58 s. */
    private static final Duration MARKED = Duration.ofSeconds(10);

    private static final String INNER = "127.0.0.3";
    private static final String PREFIX = "10.77.0.0/24";

    @TempDir
    Path folder;

    @Test
    void aRefusedPathOfTheBorderIsMarkedAtBothRouters() throws IOException {
        Programs.require("bgpd");
        int derivedPort = Ports.free();
        int borderPort = Ports.free();
        Files.createDirectories(folder.resolve("border"));
        Files.createDirectories(folder.resolve("inner"));
        try (SigningNeighbor neighbor = new SigningNeighbor(
                        MonitoredFrr.AS, new Vrp(Prefix.parse(PREFIX), 24, SigningNeighbor.ORIGIN_AS));
                RunningPathproof pathproof = start(neighbor, derivedPort)) {
            await("derived VRPs").atMost(SETTLED).until(() -> marks(pathproof).isPresent());
            try (FrrBgpd border = new FrrBgpd(
                            folder.resolve("border"),
                            "127.0.0.1",
                            borderPort,
                            "bmp,rpki",
                            router(
                                    "border",
                                    1,
                                    derivedPort,
                                    pathproof.bmpPort,
                                    """
                                     neighbor %1$s remote-as %2$d
                                     neighbor %1$s passive
                                    """.formatted(INNER, MonitoredFrr.AS) + MonitoredFrr.signingNeighbor()),
                            false);
                    FrrBgpd inner = new FrrBgpd(
                            folder.resolve("inner"),
                            INNER,
                            Ports.free(),
                            "bmp,rpki",
                            router("inner", 2, derivedPort, pathproof.bmpPort, """
                                     neighbor 127.0.0.1 remote-as %d
                                     neighbor 127.0.0.1 port %d
                                     neighbor 127.0.0.1 update-source %s
                                    """.formatted(
                                            MonitoredFrr.AS, borderPort, INNER)),
                            false)) {
                neighbor.connect(borderPort);
                MonitoredFrr.awaitMonitored(pathproof, 2);
                neighbor.announce(PREFIX);
                awaitState(pathproof, "border", "VALID");
                awaitState(pathproof, "inner", "UNSIGNED");
                awaitMark(border, inner, false, SETTLED);

                neighbor.announceTampered(PREFIX);
                awaitMark(border, inner, true, MARKED);
                assertThat(pathproof.routes("router=inner&prefix=" + PREFIX))
                        .singleElement()
                        .satisfies(
                                copy -> assertThat(RunningPathproof.state(copy)).isEqualTo("UNSIGNED"));
                neighbor.announce(PREFIX);
                awaitMark(border, inner, false, MARKED);
                neighbor.announceTampered(PREFIX);
                awaitMark(border, inner, true, MARKED);
                neighbor.withdraw(PREFIX);
                awaitMark(border, inner, false, MARKED);
            }
        }
    }

    private RunningPathproof start(SigningNeighbor neighbor, int derivedPort) throws IOException {
        Path config = folder.resolve("pathproof.yaml");
        Files.writeString(config, """
                pathproof:
                  collector:
                    dual-path-peers: ["%s"]
                  feeds:
                    derived-origin:
                      rtr-port: %d
                      rtr-bind: 127.0.0.1
                """.formatted(SigningNeighbor.ADDRESS, derivedPort));
        return RunningPathproof.start(folder, "--rtr", neighbor.cacheAddress(), "--config", config.toString());
    }

    private static String router(String name, int number, int derivedPort, int bmpPort, String neighbors) {
        return """
                rpki
                 rpki polling_period 3600
                 rpki cache 127.0.0.1 %d preference 1
                exit
                """.formatted(derivedPort) + MonitoredFrr.config(name, number, bmpPort, neighbors);
    }

    private static Optional<JsonNode> marks(RunningPathproof pathproof) {
        JsonNode derived = pathproof.json("/api/v1/derived-origins");
        return derived.path("suspended").isEmpty() ? Optional.of(derived) : Optional.empty();
    }

    private static void awaitState(RunningPathproof pathproof, String router, String state) {
        await(router + " has a path that is " + state)
                .atMost(SETTLED)
                .untilAsserted(() -> assertThat(pathproof.routes("router=" + router + "&prefix=" + PREFIX))
                        .extracting(RunningPathproof::state)
                        .containsExactly(state));
    }

    /** Waits until both routers have the VRP with AS 0, or the genuine one. */
    private static void awaitMark(FrrBgpd border, FrrBgpd inner, boolean marked, Duration limit) {
        String line = "10\\.77\\.0\\.0\\s+24 -\\s+24\\s+" + (marked ? 0 : SigningNeighbor.ORIGIN_AS) + "\\s";
        for (FrrBgpd router : List.of(border, inner)) {
            await("VRPs of the routers")
                    .atMost(limit)
                    .pollInterval(Duration.ofMillis(50))
                    .untilAsserted(() ->
                            assertThat(router.vtysh("show rpki prefix-table")).containsPattern(line));
        }
    }
}

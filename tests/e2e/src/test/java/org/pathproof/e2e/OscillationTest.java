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
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.Ports;
import org.pathproof.harness.Programs;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.databind.JsonNode;

/**
 * Tests an import policy of a real FRR by which an override ends its own reason: a script on the router denies the
 * refused path while the router uses the override, and permits it otherwise. Without damping, this never ends.
 */
final class OscillationTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String PREFIX = "198.51.100.0/24";
    private static final String OTHER = "10.77.0.0/24";
    private static final long ORIGIN_AS = 64500;
    /** With {@code flap-hold} 3500, the fourth change begins the hold. A held override is not withdrawn. */
    private static final int MOST_CHANGES = 4;

    private static final int FEWEST_CHANGES = 3;

    @TempDir
    Path folder;

    private boolean permitted;

    @Test
    void anOverrideThatEndsItsOwnReasonIsHeld() throws Exception {
        Programs.require("bgpd");
        MemoryRpkiSource rpki = new MemoryRpkiSource(31);
        rpki.replace(List.of(new Vrp(Prefix.parse(PREFIX), 24, ORIGIN_AS)));
        try (RtrServer cache = new RtrServer(
                                RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), rpki)
                        .start();
                BorderNetwork network = new BorderNetwork();
                RunningPathproof pathproof =
                        network.startPathproof(folder, cache.port(), Ports.free(), "flap-hold: 3500\n")) {
            FrrBgpd frr = network.startFrr(folder, pathproof.bmpPort);
            load(frr, """
                    bgp route-map delay-timer 1
                    router bgp %d
                     address-family ipv4 unicast
                      neighbor %s route-map upstream in
                    """.formatted(BorderNetwork.AS, network.address(11)));
            permit(frr, true);
            network.announceToFrr(11, OTHER);
            network.announceToFrr(13, OTHER);
            BorderNetwork.awaitNextHops(frr, OTHER, 2);
            network.announceToFrr(11, PREFIX);
            network.announceToFrr(13, PREFIX, 64502L, ORIGIN_AS);

            runScript(
                    frr, network, () -> !router(pathproof).path("held_prefixes").isEmpty());
            JsonNode held = router(pathproof).get("held_prefixes").get(0);
            assertThat(held.get("cause").asString()).isEqualTo("oscillation");
            assertThat(held.get("action").asString()).isEqualTo("keep");
            assertThat(held.get("states").toString()).contains("{\"overrides\":[]}", "\"router\":\"r1\"", "65013");
            int changes = changes(pathproof);
            assertThat(changes).isBetween(FEWEST_CHANGES, MOST_CHANGES);
            assertThat(pathproof.json("/api/v1/health").at("/components/feeds").toString())
                    .contains(
                            "failing", PREFIX + " (oscillation", "overrides of 65013 64502 64500 at r1", "no override");
            assertThat(pathproof.metric("pathproof_overrides_oscillating{router=\"r1\"}"))
                    .isEqualTo(1);

            Instant quiet = Instant.now().plusSeconds(8);
            runScript(frr, network, () -> Instant.now().isAfter(quiet));
            assertThat(changes(pathproof))
                    .as("changes while the prefix is held")
                    .isEqualTo(changes);
            assertThat(BorderNetwork.best(frr, PREFIX)).startsWith("65013 ");

            // The operator removes the script, and releases the prefix.
            permit(frr, true);
            release(pathproof);
            await("release")
                    .atMost(LIMIT)
                    .until(() -> router(pathproof).get("held").asInt() == 0);
            await("override that is needed")
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThat(decision(pathproof)).isEqualTo("announce"));
            assertThat(BorderNetwork.best(frr, PREFIX)).startsWith("65013 ");
        }
    }

    /** Runs the script of the router until a condition holds. */
    private void runScript(FrrBgpd frr, BorderNetwork network, BooleanSupplier end) {
        await("end of the script")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(300))
                .until(() -> {
                    boolean overridden = BorderNetwork.paths(frr, PREFIX).stream()
                            .anyMatch(
                                    path -> path.at("/peer/peerId").asString("").equals(network.station()));
                    permit(frr, !overridden);
                    return end.getAsBoolean();
                });
    }

    /** Permits or denies the routes of the neighbor with the refused path, unless this is so already. */
    private void permit(FrrBgpd frr, boolean permit) throws IOException {
        if (permit != permitted) {
            load(frr, "route-map upstream %s 10\n".formatted(permit ? "permit" : "deny"));
            permitted = permit;
        }
    }

    private void load(FrrBgpd frr, String commands) throws IOException {
        ChildProcess.Outcome outcome = frr.load(Files.writeString(folder.resolve("commands.conf"), commands));
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    }

    private static JsonNode router(RunningPathproof pathproof) {
        return pathproof.json("/api/v1/overrides").get("routers").get(0);
    }

    private static int changes(RunningPathproof pathproof) {
        JsonNode router = router(pathproof);
        return router.get("announced").asInt() + router.get("withdrawn").asInt();
    }

    private static String decision(RunningPathproof pathproof) {
        return pathproof.json("/api/v1/overrides/r1/" + PREFIX).path("decision").asString("");
    }

    private static void release(RunningPathproof pathproof) {
        List<String> command = RunningPathproof.command(
                "query",
                "policy",
                "on",
                "--url",
                pathproof.url(),
                "--token",
                pathproof.token().toString(),
                "--reason",
                "script removed");
        ChildProcess.Outcome outcome = ChildProcess.run(command.toArray(String[]::new));
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    }
}

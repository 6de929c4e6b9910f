// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.bgp.session.StopReason;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.GoBgp;
import org.pathproof.harness.Ports;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;

/** Sessions with GoBGP on 127.0.0.1. */
class GoBgpInteropTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Prefix PREFIX = Prefix.parse("10.1.0.0/16");
    private static final String GRACEFUL_RESTART = """
            [neighbors.graceful-restart.config]
            enabled = true
            restart-time = 60
            helper-only = true
            """;

    private static final String LONG_LIVED_FAMILY = """
            [neighbors.afi-safis.mp-graceful-restart.config]
            enabled = true
            [neighbors.afi-safis.long-lived-graceful-restart.config]
            enabled = true
            restart-time = 600
            """;

    @TempDir
    Path folder;

    /** Reasons of failures, in the order of the changes of state. */
    private final List<String> reasons = new CopyOnWriteArrayList<>();

    private final SpeakerListener listener = new SpeakerListener() {
        @Override
        public void onStateChange(Neighbor neighbor, BgpState before, BgpState after, String why) {
            reasons.add(why);
        }
    };

    private static SessionSettings session(boolean passive) {
        return TestSpeaker.session(passive, Duration.ofSeconds(30), "10.0.0.1");
    }

    /** Returns a neighbor in TOML. {@code config}, {@code family} and {@code transport} are added to its parts. */
    private static String neighbor(String config, String family, String transport) {
        return """
            [[neighbors]]
            [neighbors.config]
            neighbor-address = "127.0.0.2"
            peer-as = %d
            %s
            [[neighbors.afi-safis]]
            [neighbors.afi-safis.config]
            afi-safi-name = "ipv4-unicast"
            %s
            [[neighbors.afi-safis]]
            [neighbors.afi-safis.config]
            afi-safi-name = "ipv6-unicast"
            %s
            [neighbors.timers.config]
            connect-retry = 1
            idle-hold-time-after-reset = 1
            [neighbors.ebgp-multihop.config]
            enabled = true
            multihop-ttl = 4
            [neighbors.transport.config]
            %s
            """.formatted(TestSpeaker.AS, config, family, family, transport);
    }

    private static void awaitRoutes(GoBgp gobgp, String family, Predicate<String> condition) {
        Conditions.await("routes of GoBGP", LIMIT, () -> condition.test(gobgp.gobgp("global", "rib", "-a", family)));
    }

    @Test
    void sendsRoutesOfBothFamiliesAndReceivesTheReasonOfAShutdown() throws IOException {
        String addPath = """
            [neighbors.afi-safis.add-paths.config]
            receive = true
            """;
        try (GoBgp gobgp = new GoBgp(
                        folder,
                        "127.0.0.1",
                        TestSpeaker.PEER_AS,
                        neighbor("", addPath, "passive-mode = true\nlocal-address = \"127.0.0.1\""));
                TestSpeaker pathproof = new TestSpeaker(0, listener)) {
            pathproof.source.announce(new Nlri(1, PREFIX));
            pathproof.source.announce(new Nlri(2, PREFIX));
            pathproof.source.announce("2001:db8:1::/48");
            pathproof.speaker.add(TestSpeaker.neighbor(gobgp.bgpPort(), session(false)), pathproof.source);
            pathproof.awaitEstablished();
            awaitRoutes(gobgp, "ipv4", text -> text.split("10\\.1\\.0\\.0/16", -1).length == 3);
            awaitRoutes(gobgp, "ipv6", text -> text.contains("2001:db8:1::/48"));
            pathproof.source.withdraw("2001:db8:1::/48");
            awaitRoutes(gobgp, "ipv6", text -> !text.contains("2001:db8:1::/48"));

            gobgp.gobgp("neighbor", "127.0.0.2", "shutdown", "--reason", "maintenance of the router");
            Conditions.await(
                    "text of GoBGP's shutdown",
                    LIMIT,
                    () -> reasons.stream().anyMatch(why -> why.contains("maintenance of the router")));
        }
    }

    /** Long-lived graceful restart (RFC 9494) would keep routes for longer. It needs both sides. */
    @Test
    void aKilledSpeakerLeavesItsRouteForTheRestartTime() throws IOException {
        try (GoBgp gobgp = new GoBgp(
                folder,
                "127.0.0.1",
                TestSpeaker.PEER_AS,
                neighbor("", LONG_LIVED_FAMILY, "passive-mode = true\nlocal-address = \"127.0.0.1\"")
                        + GRACEFUL_RESTART.replace("helper-only", "long-lived-enabled"))) {
            BooleanSupplier hasRoute =
                    () -> gobgp.gobgp("global", "rib", "-a", "ipv4").contains(KilledSpeaker.ROUTE);
            Duration restart = KilledSpeaker.RESTART_TIME;
            assertThat(KilledSpeaker.stay(folder, gobgp.bgpPort(), Duration.ZERO, hasRoute))
                    .isLessThan(restart);
            assertThat(KilledSpeaker.stay(folder, gobgp.bgpPort(), restart, hasRoute))
                    .isBetween(restart.minusSeconds(1), restart.multipliedBy(4));
        }
    }

    @Test
    void keepsRoutesOverARestartAndRemovesThemAfterAShutdown() throws IOException {
        int speakerPort = Ports.free();
        Neighbor neighbor = TestSpeaker.neighbor(1, session(true), TestSpeaker.md5("secret"));
        try (GoBgp gobgp = new GoBgp(
                folder,
                "127.0.0.1",
                TestSpeaker.PEER_AS,
                neighbor(
                                "auth-password = \"secret\"",
                                "[neighbors.afi-safis.mp-graceful-restart.config]\nenabled = true",
                                "local-address = \"127.0.0.1\"\nremote-port = " + speakerPort)
                        + GRACEFUL_RESTART)) {
            try (TestSpeaker before = new TestSpeaker(speakerPort)) {
                before.source.announce("10.1.0.0/16");
                before.source.announce("10.2.0.0/16");
                before.speaker.add(neighbor, before.source);
                before.awaitEstablished();
                awaitRoutes(gobgp, "ipv4", text -> text.contains("10.2.0.0/16"));
            }
            awaitRoutes(gobgp, "ipv4", text -> text.contains("S*") || text.contains("S "));
            try (TestSpeaker after = new TestSpeaker(speakerPort)) {
                after.source.announce("10.1.0.0/16");
                after.speaker.add(neighbor, after.source);
                after.awaitEstablished();
                awaitRoutes(gobgp, "ipv4", text -> !text.contains("10.2.0.0/16"));
                assertThat(gobgp.gobgp("global", "rib", "-a", "ipv4")).contains("10.1.0.0/16");
                after.speaker.close(StopReason.SHUTDOWN, "feed is off");
                awaitRoutes(gobgp, "ipv4", text -> !text.contains("10.1.0.0/16"));
            }
        }
    }
}

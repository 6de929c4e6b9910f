// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.bgp.session.StopReason;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;

/** Sessions with FRR's bgpd on 127.0.0.1. */
class FrrInteropTest {
    private static final Duration HOLD_TIME = Duration.ofSeconds(30);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String LOW = "10.0.0.1";
    private static final String HIGH = "203.0.113.1";

    @TempDir
    Path folder;

    private static String config(int port, String... more) {
        StringBuilder lines = new StringBuilder();
        for (String line : more) {
            lines.append(" neighbor 127.0.0.2 ").append(line).append('\n');
        }
        return """
            router bgp 65001
             bgp router-id 192.0.2.1
             no bgp ebgp-requires-policy
             no bgp network import-check
             bgp graceful-restart stalepath-time 60
             timers bgp 10 30
             timers connect 1
             neighbor 127.0.0.2 remote-as 65000
             neighbor 127.0.0.2 port %d
             neighbor 127.0.0.2 disable-connected-check
            %s address-family ipv4 unicast
              network 198.51.100.0/24
             exit-address-family
             address-family ipv6 unicast
              neighbor 127.0.0.2 activate
             exit-address-family
            """.formatted(port, lines);
    }

    private static void awaitOutput(FrrBgpd frr, String command, Predicate<String> condition) {
        Conditions.await(command, LIMIT, () -> condition.test(frr.vtysh(command)));
    }

    private static SessionSettings session(boolean passive) {
        return TestSpeaker.session(passive, HOLD_TIME, LOW);
    }

    @Test
    void announcesAndWithdrawsRoutesOfBothFamiliesOnAnOutgoingConnection() throws IOException {
        try (FrrBgpd frr = new FrrBgpd(folder, "bmp", config(179, "passive"));
                TestSpeaker pathproof = new TestSpeaker(0)) {
            pathproof.source.announce("10.1.0.0/16");
            pathproof.source.announce("2001:db8:1::/48");
            pathproof.speaker.add(TestSpeaker.neighbor(frr.bgpPort(), session(false)), pathproof.source);
            pathproof.awaitEstablished();
            awaitOutput(frr, "show bgp ipv4 unicast json", text -> text.contains("10.1.0.0/16"));
            awaitOutput(frr, "show bgp ipv6 unicast json", text -> text.contains("2001:db8:1::/48"));
            pathproof.source.withdraw("10.1.0.0/16");
            pathproof.source.withdraw("2001:db8:1::/48");
            awaitOutput(frr, "show bgp ipv4 unicast json", text -> !text.contains("10.1.0.0/16"));
            awaitOutput(frr, "show bgp ipv6 unicast json", text -> !text.contains("2001:db8:1::/48"));
            assertThat(pathproof.status().messagesReceived()).isPositive();
        }
    }

    @Test
    void acceptsTheConnectionOfTheNeighborAndAnswersARefresh() throws IOException {
        try (TestSpeaker pathproof = new TestSpeaker(0)) {
            pathproof.source.announce("10.1.0.0/16");
            pathproof.speaker.add(TestSpeaker.neighbor(1, session(true)), pathproof.source);
            try (FrrBgpd frr = new FrrBgpd(folder, "bmp", config(pathproof.port()))) {
                pathproof.awaitEstablished();
                awaitOutput(frr, "show bgp ipv4 unicast json", text -> text.contains("10.1.0.0/16"));
                frr.vtysh("clear bgp ipv4 unicast * in");
                Conditions.await("refresh", LIMIT, () -> pathproof.source.events.contains("refresh ipv4-unicast"));
                assertThat(pathproof.status().session().orElseThrow().enhancedRefresh())
                        .isEqualTo(frr.vtysh("show bgp neighbors json").contains("enhancedRouteRefresh"));
            }
        }
    }

    @Test
    void twoPathsOfAPrefixArriveWithAddPath() throws IOException {
        try (FrrBgpd frr = new FrrBgpd(folder, "bmp", config(179, "passive"));
                TestSpeaker pathproof = new TestSpeaker(0)) {
            pathproof.source.announce(new Nlri(1, Prefix.parse("10.1.0.0/16")));
            pathproof.source.announce(new Nlri(2, Prefix.parse("10.1.0.0/16")));
            pathproof.speaker.add(TestSpeaker.neighbor(frr.bgpPort(), session(false)), pathproof.source);
            pathproof.awaitEstablished();
            awaitOutput(
                    frr,
                    "show bgp ipv4 unicast 10.1.0.0/16 json",
                    text -> text.contains("\"addPathId\":1")
                            || text.contains("\"pathCount\":2")
                            || text.split("\"valid\"|\"aspath\"").length > 2);
        }
    }

    @Test
    void routesStayOverARestartAndTheEndOfRibSweepsThem() throws IOException {
        try (FrrBgpd frr = new FrrBgpd(folder, "bmp", config(179, "passive", "graceful-restart-helper"))) {
            try (TestSpeaker before = new TestSpeaker(0)) {
                before.source.announce("10.1.0.0/16");
                before.source.announce("10.2.0.0/16");
                before.speaker.add(TestSpeaker.neighbor(frr.bgpPort(), session(false)), before.source);
                before.awaitEstablished();
                awaitOutput(frr, "show bgp ipv4 unicast json", text -> text.contains("10.2.0.0/16"));
            }
            awaitOutput(frr, "show bgp ipv4 unicast json", text -> text.contains("\"stale\":true"));
            assertThat(frr.vtysh("show bgp ipv4 unicast json")).contains("10.1.0.0/16", "10.2.0.0/16");
            try (TestSpeaker after = new TestSpeaker(0)) {
                after.source.announce("10.1.0.0/16");
                after.speaker.add(TestSpeaker.neighbor(frr.bgpPort(), session(false)), after.source);
                after.awaitEstablished();
                awaitOutput(frr, "show bgp ipv4 unicast json", text -> !text.contains("10.2.0.0/16"));
                assertThat(frr.vtysh("show bgp ipv4 unicast json")).contains("10.1.0.0/16");
            }
        }
    }

    /** Long-lived graceful restart (RFC 9494) would keep routes for longer. It needs both sides. */
    @Test
    void aKilledSpeakerLeavesItsRouteForTheRestartTime() throws IOException {
        try (FrrBgpd frr = new FrrBgpd(
                folder,
                "bmp",
                config(179, "passive", "graceful-restart-helper")
                        .replace(
                                "stalepath-time 60\n",
                                "stalepath-time 60\n bgp long-lived-graceful-restart stale-time 600\n"))) {
            BooleanSupplier hasRoute =
                    () -> frr.vtysh("show bgp ipv4 unicast json").contains(KilledSpeaker.ROUTE);
            Duration restart = KilledSpeaker.RESTART_TIME;
            assertThat(KilledSpeaker.stay(folder, frr.bgpPort(), Duration.ZERO, hasRoute))
                    .isLessThan(restart);
            assertThat(KilledSpeaker.stay(folder, frr.bgpPort(), restart, hasRoute))
                    .isBetween(restart.minusSeconds(1), restart.multipliedBy(4));
        }
    }

    @Test
    void aShutdownRemovesRoutesAtOnceAndShowsItsText() throws IOException {
        try (FrrBgpd frr = new FrrBgpd(folder, "bmp", config(179, "passive", "graceful-restart-helper"));
                TestSpeaker pathproof = new TestSpeaker(0)) {
            pathproof.source.announce("10.1.0.0/16");
            pathproof.speaker.add(TestSpeaker.neighbor(frr.bgpPort(), session(false)), pathproof.source);
            pathproof.awaitEstablished();
            awaitOutput(frr, "show bgp ipv4 unicast json", text -> text.contains("10.1.0.0/16"));
            pathproof.speaker.close(StopReason.SHUTDOWN, "feed is off");
            awaitOutput(frr, "show bgp ipv4 unicast json", text -> !text.contains("10.1.0.0/16"));
            awaitOutput(
                    frr,
                    "show bgp neighbors json",
                    text -> text.contains("feed is off") || text.contains("Hard Reset"));
        }
    }

    @Test
    void protectsConnectionsOfBothDirectionsWithTcpMd5() throws IOException {
        try (TestSpeaker pathproof = new TestSpeaker(0);
                FrrBgpd frr = new FrrBgpd(folder, "bmp", config(pathproof.port(), "password secret", "passive"))) {
            pathproof.speaker.add(
                    TestSpeaker.neighbor(frr.bgpPort(), session(false), TestSpeaker.md5("secret")), pathproof.source);
            pathproof.awaitEstablished();
            pathproof.speaker.remove(TestSpeaker.PEER);
            frr.vtysh("show version");
            pathproof.speaker.add(
                    TestSpeaker.neighbor(frr.bgpPort(), session(false), TestSpeaker.md5("wrong")), new ListSource());
            assertThat(Conditions.holds(
                            Duration.ofSeconds(3),
                            Duration.ofMillis(500),
                            () -> pathproof.status().state() == BgpState.ESTABLISHED))
                    .isFalse();
        }
        try (TestSpeaker pathproof = new TestSpeaker(0)) {
            pathproof.speaker.add(TestSpeaker.neighbor(1, session(true), TestSpeaker.md5("secret")), pathproof.source);
            try (FrrBgpd frr = new FrrBgpd(folder, "bmp", config(pathproof.port(), "password secret"))) {
                pathproof.awaitEstablished();
                assertThat(frr.vtysh("show bgp summary json")).contains("Established");
            }
        }
    }

    @Test
    void protectsAnOutgoingConnectionWithTtlSecurity() throws IOException {
        try (FrrBgpd frr = new FrrBgpd(
                        folder,
                        "bmp",
                        config(179, "passive", "ttl-security hops 1")
                                .replace(" neighbor 127.0.0.2 disable-connected-check\n", ""));
                TestSpeaker pathproof = new TestSpeaker(0)) {
            pathproof.speaker.add(
                    TestSpeaker.neighbor(frr.bgpPort(), session(false), new TcpProtection(List.of(), "", List.of(), 1)),
                    pathproof.source);
            pathproof.awaitEstablished();
        }
    }

    @Test
    void resolvesCollisionsWhenBothSidesConnect() throws IOException {
        for (String identifier : new String[] {LOW, HIGH}) {
            try (TestSpeaker pathproof = new TestSpeaker(0);
                    FrrBgpd frr = new FrrBgpd(folder, "bmp", config(pathproof.port()))) {
                pathproof.speaker.add(
                        TestSpeaker.neighbor(frr.bgpPort(), TestSpeaker.session(false, HOLD_TIME, identifier)),
                        pathproof.source);
                pathproof.awaitEstablished();
                pathproof.source.announce("10.3.0.0/16");
                awaitOutput(frr, "show bgp ipv4 unicast json", text -> text.contains("10.3.0.0/16"));
            }
        }
    }

    @Test
    void theHoldTimerEndsTheSessionOfAStoppedDaemon() throws IOException {
        try (FrrBgpd frr = new FrrBgpd(folder, "bmp", config(179, "passive"));
                TestSpeaker pathproof = new TestSpeaker(0)) {
            pathproof.speaker.add(
                    TestSpeaker.neighbor(frr.bgpPort(), TestSpeaker.session(false, Duration.ofSeconds(3), LOW)),
                    pathproof.source);
            pathproof.awaitEstablished();
            frr.signal("STOP");
            try {
                Conditions.await("end of the session", LIMIT, () -> pathproof.source.events.contains("closed"));
                assertThat(pathproof.status().lastError()).get().asString().contains("Hold Timer Expired");
            } finally {
                frr.signal("CONT");
            }
            pathproof.awaitEstablished();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.bgp.rib.AdjRibOut;
import org.pathproof.bgp.rib.PathIds;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.bgp.session.StopReason;
import org.pathproof.harness.Bird;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;

/** Sessions with BIRD 2 on 127.0.0.1 and ::1. */
class BirdInteropTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Prefix PREFIX = Prefix.parse("10.1.0.0/16");
    private static final String BOTH_FAMILIES = """
            ipv4 { import all; export none; add paths rx; import table yes; };
            ipv6 { import all; export none; };
            enable extended messages on;
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

    private static Bird.Session ends(int port, int speakerPort) {
        return new Bird.Session("127.0.0.1", port, TestSpeaker.PEER_AS, "127.0.0.2", speakerPort, TestSpeaker.AS);
    }

    private static void awaitRoutes(Bird bird, Predicate<String> condition) {
        Conditions.await("routes of BIRD", LIMIT, () -> condition.test(bird.birdc("show", "route", "all")));
    }

    @Test
    void sendsRoutesOfBothFamiliesAndReceivesTheReasonOfAShutdown() throws IOException {
        int port = Ports.free();
        try (TestSpeaker pathproof = new TestSpeaker(0, listener);
                Bird bird = new Bird(folder, ends(port, pathproof.port()), "passive yes;\n" + BOTH_FAMILIES)) {
            pathproof.source.announce(new Nlri(1, PREFIX));
            pathproof.source.announce(new Nlri(2, PREFIX));
            pathproof.source.announce("2001:db8:1::/48");
            pathproof.speaker.add(TestSpeaker.neighbor(port, session(false)), pathproof.source);
            pathproof.awaitEstablished();
            awaitRoutes(bird, text -> text.split("BGP.as_path", -1).length == 4 && text.contains("2001:db8:1::/48"));

            bird.birdc("reload", "in", "pathproof");
            bird.birdc("disable", "pathproof", "\"maintenance of the router\"");
            Conditions.await(
                    "text of BIRD's shutdown",
                    LIMIT,
                    () -> reasons.stream().anyMatch(why -> why.contains("maintenance of the router")));
            bird.birdc("enable", "pathproof");
            pathproof.awaitEstablished();
            pathproof.source.withdraw("2001:db8:1::/48");
            awaitRoutes(bird, text -> text.contains("10.1.0.0/16") && !text.contains("2001:db8:1::/48"));

            pathproof.speaker.close(StopReason.SHUTDOWN, "feed is off");
            awaitRoutes(bird, text -> !text.contains("10.1.0.0/16"));
            assertThat(bird.birdc("show", "protocols", "all", "pathproof") + bird.log())
                    .contains("feed is off");
        }
    }

    @Test
    void routesStayOverARestartOfAPassiveSpeakerWithAPassword() throws IOException {
        int port = Ports.free();
        int speakerPort = Ports.free();
        Neighbor neighbor = TestSpeaker.neighbor(1, session(true), TestSpeaker.md5("secret"));
        try (Bird bird = new Bird(
                folder, ends(port, speakerPort), "password \"secret\"; graceful restart aware;\n" + BOTH_FAMILIES)) {
            try (TestSpeaker before = new TestSpeaker(speakerPort)) {
                before.source.announce("10.1.0.0/16");
                before.source.announce("10.2.0.0/16");
                before.speaker.add(neighbor, before.source);
                before.awaitEstablished();
                awaitRoutes(bird, text -> text.contains("10.2.0.0/16"));
            }
            awaitRoutes(bird, text -> text.contains("10.1.0.0/16") && text.contains("10.2.0.0/16"));
            try (TestSpeaker after = new TestSpeaker(speakerPort)) {
                after.source.announce("10.1.0.0/16");
                after.speaker.add(neighbor, after.source);
                after.awaitEstablished();
                awaitRoutes(bird, text -> !text.contains("10.2.0.0/16"));
                assertThat(bird.birdc("show", "route")).contains("10.1.0.0/16");
            }
        }
    }

    /** Long-lived graceful restart (RFC 9494) would keep routes for longer. It needs both sides. */
    @Test
    void aKilledSpeakerLeavesItsRouteForTheRestartTime() {
        int port = Ports.free();
        try (Bird bird = new Bird(
                folder,
                ends(port, Ports.free()),
                "passive yes; long lived graceful restart yes; long lived stale time 600;\n" + BOTH_FAMILIES)) {
            BooleanSupplier hasRoute = () -> bird.birdc("show", "route").contains(KilledSpeaker.ROUTE);
            Duration restart = KilledSpeaker.RESTART_TIME;
            assertThat(KilledSpeaker.stay(folder, port, Duration.ZERO, hasRoute))
                    .isLessThan(restart);
            assertThat(KilledSpeaker.stay(folder, port, restart, hasRoute))
                    .isBetween(restart.minusSeconds(1), restart.multipliedBy(4));
        }
    }

    @Test
    void aRefreshAndALongMessageArriveOverIpv6() throws IOException {
        int port = Ports.free();
        try (TestSpeaker pathproof = TestSpeaker.onIpv6()) {
            AdjRibOut routes = new AdjRibOut(PathIds.SINGLE);
            routes.announce(PREFIX, 0, longAttributes());
            InetAddress loopback = InetAddress.ofLiteral("::1");
            pathproof.speaker.add(
                    new Neighbor(
                            loopback, port, Optional.of(loopback), session(true), TestSpeaker.md5(loopback, "secret")),
                    routes);
            Bird.Session ends =
                    new Bird.Session("::1", port, TestSpeaker.PEER_AS, "::1", pathproof.port(), TestSpeaker.AS);
            try (Bird bird = new Bird(folder, ends, """
                    password "secret";
                    ipv4 { import all; export none; extended next hop yes; };
                    ipv6 { import all; export none; };
                    enable extended messages on;
                    """)) {
                awaitRoutes(bird, text -> text.contains("10.1.0.0/16") && text.contains("(1,1499)"));
                assertThat(pathproof.status().bytesSent()).isGreaterThan(BgpCodec.MAX_LENGTH);
                assertThat(pathproof.status().session().orElseThrow().maxMessageLength())
                        .isEqualTo(BgpCodec.MAX_EXTENDED_LENGTH);
                long sent = pathproof.status().bytesSent();
                bird.birdc("reload", "in", "pathproof");
                Conditions.await(
                        "routes of a refresh",
                        LIMIT,
                        () -> pathproof.status().bytesSent() > sent + BgpCodec.MAX_LENGTH);
                assertThat(pathproof.status().state()).isEqualTo(BgpState.ESTABLISHED);
            }
        }
    }

    private static List<PathAttribute> longAttributes() {
        return List.of(
                new Origin(PathAttribute.FLAG_TRANSITIVE, 0),
                new AsPath(PathAttribute.FLAG_TRANSITIVE, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of((long)
                        TestSpeaker.AS)))),
                new NextHop(PathAttribute.FLAG_TRANSITIVE, ListSource.NEXT_HOP_IPV4),
                new Communities(
                        0xd0,
                        IntStream.range(0, 1_500).map(i -> 0x10000 | i).boxed().toList()));
    }
}

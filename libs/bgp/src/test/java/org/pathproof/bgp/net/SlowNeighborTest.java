// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.bgp.rib.AdjRibOut;
import org.pathproof.bgp.rib.PathIds;
import org.pathproof.bgp.rib.SharedRoutes;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.harness.Conditions;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;

/** Tests that a neighbor that does not read is disconnected, and does not delay the others of its event loop. */
class SlowNeighborTest {
    private static final long AS = 65000;
    private static final int HOLD_SECONDS = 3;
    private static final int ROUTES = 40_000;
    /** Write buffer, send buffer (the kernel doubles its size), receive buffer and one message, with reserve. */
    private static final long MAX_WAITING_BYTES = 1 << 20;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration USUAL = Duration.ofSeconds(1);

    private final SharedRoutes shared = new SharedRoutes();
    private final List<AdjRibOut> ribs = new ArrayList<>();
    private final List<TestRouter> routers = new ArrayList<>();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNeighborThatStopsReadingIsDroppedAndOthersNoticeNothing(boolean overTls) throws IOException {
        Optional<TestTls> tls = overTls ? Optional.of(new TestTls(folder)) : Optional.empty();
        SpeakerSettings settings =
                new SpeakerSettings(List.of(new InetSocketAddress(TestSpeaker.LOCAL, 0)), 1, 128 << 10, true);
        try (BgpSpeaker speaker = new BgpSpeaker(settings, SpeakerListener.NONE)) {
            speaker.start();
            for (int i = 0; i < 4; i++) {
                AdjRibOut rib = new AdjRibOut(PathIds.SINGLE, shared);
                ribs.add(rib);
                speaker.add(neighbor(i, tls), rib);
                await("start " + i, speaker, i, BgpState.ACTIVE); // a connection before the start is refused
                routers.add(new TestRouter(
                        address(i), speaker.addresses().getFirst(), AS, HOLD_SECONDS, tls.map(TestTls::routerSockets)));
            }
            for (int i = 0; i < 4; i++) {
                await("session " + i, speaker, i, BgpState.ESTABLISHED);
            }
            TestRouter slow = routers.getFirst();
            slow.stopReading();
            long begin = System.nanoTime();
            for (int i = 0; i < ROUTES; i++) {
                ribs.getFirst().announce(Prefix.ipv4(0x0a00_0000 + (i << 8), 24), 0, attributes(i));
            }
            long mostWaiting = 0;
            Duration worst = Duration.ZERO;
            for (int i = 0; status(speaker, 0).state() == BgpState.ESTABLISHED; i++) {
                worst = max(worst, announceToOthers(i));
                mostWaiting = Math.max(mostWaiting, status(speaker, 0).bytesSent() - slow.received.get());
                assertThat(Duration.ofNanos(System.nanoTime() - begin))
                        .as("the neighbor that does not read is dropped")
                        .isLessThan(TIMEOUT);
            }
            assertThat(status(speaker, 0).lastError())
                    .hasValueSatisfying(why -> assertThat(why).contains("Send Hold Timer Expired", "does not read"));
            assertThat(mostWaiting)
                    .as("bytes of about 3 MB that wait for a neighbor which does not read")
                    .isBetween(1L, MAX_WAITING_BYTES);
            assertThat(worst).as("time of an update to other neighbors").isLessThan(USUAL);
            for (int i = 1; i < 4; i++) {
                assertThat(status(speaker, i).state()).isEqualTo(BgpState.ESTABLISHED);
                assertThat(status(speaker, i).sessions()).isEqualTo(1);
            }
        } finally {
            for (TestRouter router : routers) {
                router.close();
            }
        }
    }

    /** Announces one route to the neighbors that read, and returns the time until all have it. */
    private Duration announceToOthers(int number) {
        Prefix prefix = Prefix.ipv4(0xc000_0000 + number, 32);
        long begin = System.nanoTime();
        ribs.stream().skip(1).forEach(rib -> rib.announce(prefix, 0, attributes(number)));
        Conditions.await(
                "route at all other neighbors",
                TIMEOUT,
                () -> routers.stream().skip(1).allMatch(router -> router.routes.contains(prefix)));
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static void await(String what, BgpSpeaker speaker, int number, BgpState state) {
        Conditions.await(what, TIMEOUT, () -> status(speaker, number).state() == state);
    }

    private static NeighborStatus status(BgpSpeaker speaker, int number) {
        return speaker.neighbor(address(number)).orElseThrow();
    }

    private static InetAddress address(int number) {
        return InetAddress.ofLiteral("127.0.0." + (11 + number));
    }

    private static Neighbor neighbor(int number, Optional<TestTls> tls) {
        SessionSettings session = new SessionSettings(
                AS,
                AS,
                0x0a00_0001,
                Set.of(AfiSafi.IPV4_UNICAST),
                Map.of(),
                Duration.ofSeconds(HOLD_SECONDS),
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                true,
                Optional.empty(),
                false);
        return new Neighbor(
                address(number),
                Neighbor.BGP_PORT,
                Optional.empty(),
                session,
                TcpProtection.NONE,
                tls.map(TestTls::router));
    }

    /** Returns attributes that no other route has, so that each route needs an UPDATE. */
    private static List<PathAttribute> attributes(int number) {
        List<Long> path = IntStream.of(64_501, 64_502, 100_000 + number)
                .asLongStream()
                .boxed()
                .toList();
        return List.of(
                new Origin(PathAttribute.FLAG_TRANSITIVE, 0),
                new AsPath(PathAttribute.FLAG_TRANSITIVE, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, path))),
                new NextHop(PathAttribute.FLAG_TRANSITIVE, Bytes.fromHex("c0000201")),
                new LocalPref(PathAttribute.FLAG_TRANSITIVE, 101));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.BmpInstance;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.telemetry.tracing.RouteTracers;

/** Tests BGP instances of one router, with an address and a sysName in common (RFC 7854 section 8.1). */
final class BgpInstancesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int SILENCE_MS = 1500;

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CollectorMetrics metrics = new CollectorMetrics(meters);
    private final KafkaOutput output = new KafkaOutput(producer, 3, 1 << 20, 1 << 19, metrics, RouteTracers.OFF);
    private final Sessions sessions = new Sessions(output.sessions());
    private BmpServer server = server();

    private BmpServer server() {
        return new BmpServer(
                new BmpLimits(
                        10_000,
                        200,
                        200,
                        Duration.ZERO,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(60),
                        100_000,
                        50_000),
                BmpAccess.OPEN,
                new RouterRules(
                        "c1",
                        Sources.AUTO,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(60),
                        1000,
                        10,
                        Set.of(),
                        PeerRules.NONE,
                        FeedRules.NONE),
                sessions,
                output,
                metrics,
                Optional.empty(),
                Clock.systemUTC(),
                new OwnerOfAll());
    }

    @BeforeEach
    void listen() throws InterruptedException {
        server.bind("127.0.0.1", 0);
    }

    @AfterEach
    void close() {
        server.close();
        output.close();
    }

    /** The string TLV of the Initiation tells the instances apart; AS and BGP Identifier are the same. */
    @Test
    void instancesWithDifferentTextsStandSideBySide() throws IOException {
        assertStandSideBySide(
                new BmpInstance("r1", "vrf red", 1, 0x0a000001), new BmpInstance("r1", "vrf blue", 2, 0x0a000001));
    }

    /** FRR sends the same Initiation for each instance. Their peers differ. */
    @Test
    void instancesWithTheSameInitiationStandSideBySide() throws IOException {
        assertStandSideBySide(new BmpInstance("r1", "", 1, 0x0a000001), new BmpInstance("r1", "", 2, 0x0a000001));
    }

    @Test
    void instancesWithTheSameNeighborAndAnotherIdentifierStandSideBySide() throws IOException {
        assertStandSideBySide(new BmpInstance("r1", "", 1, 0x0a000001), new BmpInstance("r1", "", 1, 0x0a000002));
    }

    private void assertStandSideBySide(BmpInstance red, BmpInstance blue) throws IOException {
        try (Socket one = connect();
                Socket two = connect()) {
            one.getOutputStream().write(red.table().toArray());
            await().atMost(TIMEOUT).until(() -> up().size() == 1);
            two.getOutputStream().write(blue.table().toArray());
            await().atMost(TIMEOUT).until(() -> up().size() == 2);
            assertOpen(one);
            assertOpen(two);
            assertThat(closed("superseded")).isZero();
            assertThat(up().stream().map(Session::getRouterName).distinct()).containsExactly("r1");
            assertThat(up().stream().map(Session::getRouterInstance)).containsExactlyInAnyOrder(0, 2);
            assertThat(up().stream().map(Session::getInstanceName)).containsExactlyInAnyOrder(red.text(), blue.text());
        }
    }

    /** The keys in the topics stay the same if the instances connect in another order. */
    @Test
    void eachInstanceHasTheSameSessionsAfterARestart() throws IOException, InterruptedException {
        List<BmpInstance> instances = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            instances.add(new BmpInstance("r1", i % 2 == 0 ? "vrf " + i : "", i, 0x0a000001));
        }
        List<Session> before = connectAll(instances);
        assertThat(before.stream().map(Session::getRouterHash).distinct()).hasSize(20);

        server.close();
        server = server();
        server.bind("127.0.0.1", 0);
        List<Session> after = connectAll(instances.reversed());
        assertThat(ids(after)).isEqualTo(ids(before));
    }

    private List<Session> connectAll(List<BmpInstance> instances) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (BmpInstance instance : instances) {
                Socket socket = connect();
                sockets.add(socket);
                socket.getOutputStream().write(instance.table().toArray());
                int expected = sockets.size();
                await().atMost(TIMEOUT).until(() -> up().size() == expected);
            }
            return up();
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
            await().atMost(TIMEOUT).until(() -> up().isEmpty());
        }
    }

    private static Set<String> ids(List<Session> records) {
        return records.stream()
                .map(record -> record.getPeerIp() + ' ' + record.getSessionId().hashCode())
                .collect(Collectors.toSet());
    }

    /** An instance that connects again has one connection: the newer one. */
    @Test
    void anInstanceThatConnectsTwiceHasOneOwner() throws IOException {
        BmpInstance red = new BmpInstance("r1", "", 1, 0x0a000001);
        try (Socket one = connect();
                Socket two = connect()) {
            one.getOutputStream().write(red.table().toArray());
            await().atMost(TIMEOUT).until(() -> up().size() == 1);
            two.getOutputStream().write(red.table().toArray());
            assertThat(one.getInputStream().read()).isEqualTo(-1);
            assertThat(closed("superseded")).isEqualTo(1);
            await().atMost(TIMEOUT).until(() -> up().size() == 1);
            assertThat(up()).extracting(Session::getRouterInstance).containsExactly(0);
        }
    }

    /**
     * The older connection is half-open, and the first peers of the newer one are new. The connections then have two
     * numbers until a common peer shows that they are one instance.
     */
    @Test
    void connectionsWithACommonPeerBecomeOneInstance() throws IOException {
        BmpInstance before = new BmpInstance("r1", "", 1, 0x0a000001);
        BmpInstance after = new BmpInstance("r1", "", 2, 0x0a000001);
        try (Socket one = connect();
                Socket two = connect()) {
            one.getOutputStream().write(before.table().toArray());
            await().atMost(TIMEOUT).until(() -> up().size() == 1);
            two.getOutputStream().write(after.table().toArray());
            await().atMost(TIMEOUT).until(() -> up().size() == 2);
            two.getOutputStream().write(before.peerUp().toArray());
            assertThat(one.getInputStream().read()).isEqualTo(-1);
            assertThat(two.getInputStream().read()).isEqualTo(-1);
        }
        await().atMost(TIMEOUT).until(() -> server.connectionCount() == 0);
        try (Socket again = connect()) {
            again.getOutputStream()
                    .write(before.initiation()
                            .concat(after.peerUp())
                            .concat(before.peerUp())
                            .concat(before.announcement())
                            .toArray());
            await().atMost(TIMEOUT).until(() -> up().size() == 2);
            assertThat(up()).extracting(Session::getRouterInstance).containsOnly(0);
        }
    }

    /** A router without several instances needs only its Initiation, and keeps its identity. */
    @Test
    void aRouterWhoseIdentifierChangesKeepsItsIdentity() throws IOException {
        try (Socket one = connect()) {
            one.getOutputStream()
                    .write(new BmpInstance("r1", "", 1, 0x0a000001).table().toArray());
            await().atMost(TIMEOUT).until(() -> up().size() == 1);
        }
        await().atMost(TIMEOUT).until(() -> up().isEmpty());
        try (Socket one = connect()) {
            one.getOutputStream()
                    .write(new BmpInstance("r1", "", 1, 0x0a000009).table().toArray());
            await().atMost(TIMEOUT).until(() -> up().size() == 1);
            assertThat(up()).extracting(Session::getRouterInstance).containsExactly(0);
        }
        assertThat(sessions.all().stream().map(Session::getRouterHash).distinct())
                .hasSize(1);
    }

    private List<Session> up() {
        return sessions.all().stream()
                .filter(session -> session.getState() == State.UP || session.getState() == State.SYNCING)
                .toList();
    }

    private double closed(String reason) {
        return meters.get(CollectorMetricNames.BMP_CLOSED)
                .tag(MetricLabels.REASON, reason)
                .counter()
                .count();
    }

    private static void assertOpen(Socket socket) throws IOException {
        socket.setSoTimeout(SILENCE_MS);
        try {
            assertThat(socket.getInputStream().read()).isNotEqualTo(-1);
        } catch (SocketTimeoutException e) {
            assertThat(socket.isClosed()).isFalse(); // the collector sends nothing
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }
}

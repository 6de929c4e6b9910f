// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.lifecycle.CollectorService;
import org.pathproof.collector.router.Bmp;
import org.pathproof.collector.router.Captures;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.routes.RouteLife;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests the records that result from routers on TCP and on OpenBMP topics, with a real Kafka. */
final class CollectorKafkaTest {
    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private final List<ConfigurableApplicationContext> running = new ArrayList<>();
    private final Bmp bmp = new Bmp(65000, 65536);

    @AfterEach
    void stopCollectors() {
        running.forEach(ConfigurableApplicationContext::close);
    }

    @Test
    void publishesAllRoutesOfCapturesInArbitrarySplits() throws IOException {
        CollectorService collector = start(Map.of("quiet-time", "1s"));
        byte[] frr = Captures.stream("frr-8.4.4");
        byte[] goBgp = Captures.stream("gobgp-3.10.0");
        try (Socket first = connect(collector);
                Socket second = connect(collector)) {
            sendInPieces(first.getOutputStream(), frr, new Random(1));
            sendInPieces(second.getOutputStream(), goBgp, new Random(2));
            await().atMost(TIMEOUT).untilAsserted(() -> {
                Map<String, Long> announced = announcedBySession();
                // Counts of expected.json.
                assertThat(announced)
                        .containsEntry("frr 10.66.0.2 ADJ_RIB_IN_POST", 750L)
                        .containsEntry("GoBGP 10.66.0.1 ADJ_RIB_IN_PRE", 750L)
                        .containsEntry("GoBGP 10.66.0.1 ADJ_RIB_IN_POST", 750L)
                        .containsEntry("GoBGP 0.0.0.0 LOC_RIB", 750L)
                        .containsEntry("GoBGP 10.66.0.3 ADJ_RIB_IN_PRE", 500L)
                        .containsEntry("GoBGP 10.66.0.5 ADJ_RIB_IN_POST", 250L);
            });
        }
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.ROUTES)) {
            if (!RouteKey.isSessionMarker(record.key())) {
                assertThat(record.partition()).isEqualTo(PrefixPartitioner.partition(record.key(), 3));
            }
        }
    }

    @Test
    void disconnectsOnlyTheRouterThatSendsAWrongLength() throws IOException {
        CollectorService collector = start(Map.of());
        try (Socket honest = connect(collector);
                Socket liar = connect(collector)) {
            send(honest, Bmp.initiation("honest"), bmp.peerUp());
            send(liar, Bmp.initiation("liar"), bmp.peerUp(), Bytes.fromHex("03fffffff0000badbad0"));
            assertThat(liar.getInputStream().read()).isEqualTo(-1);
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(rejects()).anySatisfy(reject -> {
                        assertThat(reject.getCode()).isEqualTo("BAD_LENGTH");
                        assertThat(Bytes.wrap(reject.getOctets().toByteArray()).toHex())
                                .startsWith("03fffffff0000badbad0");
                    }));
            await().atMost(TIMEOUT).until(() -> state("liar").equals(Optional.of(State.LOST)));
            send(honest, bmp.announce("192.0.2.0/24"));
            await().atMost(TIMEOUT)
                    .untilAsserted(() ->
                            assertThat(announcedBySession()).containsEntry("honest 192.0.2.9 ADJ_RIB_IN_PRE", 1L));
            assertThat(collector.connections()).isEqualTo(1);
        }
    }

    /** The policy API lists routers without a peer from the heartbeats of their collector. */
    @Test
    void heartbeatsNameARouterBeforeItReportsAPeer() throws IOException {
        CollectorService collector = start(Map.of());
        try (Socket router = connect(collector)) {
            send(router, Bmp.initiation("lonely"));
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(heartbeats())
                            .anySatisfy(beat -> assertThat(beat.getRoutersList())
                                    .anySatisfy(r -> {
                                        assertThat(beat.getBmpPort())
                                                .isEqualTo(collector.bmpPort().orElseThrow());
                                        assertThat(r.getRouterName()).isEqualTo("lonely");
                                        assertThat(r.getRouterIp()).isEqualTo("127.0.0.1");
                                    })));
            assertThat(session("lonely")).isEmpty();
        }
    }

    private List<Collector> heartbeats() throws InvalidProtocolBufferException {
        List<Collector> beats = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.COLLECTORS)) {
            if (record.value() != null) {
                beats.add(Collector.parseFrom(record.value()));
            }
        }
        return beats;
    }

    @Test
    void epochsContinueAfterARestartAndSessionsOfAnAbsentRouterEnd() throws IOException {
        CollectorService first = start(Map.of());
        try (Socket router = connect(first)) {
            send(router, Bmp.initiation("restarted"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(TIMEOUT).until(() -> state("restarted").equals(Optional.of(State.SYNCING)));
            first.stop();
        }
        await().atMost(TIMEOUT).until(() -> state("restarted").equals(Optional.of(State.LOST)));

        CollectorService second = start(Map.of("hold-time", "3s"));
        try (Socket router = connect(second)) {
            send(router, Bmp.initiation("restarted"), bmp.peerUp());
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(session("restarted")).hasValueSatisfying(s -> {
                        assertThat(s.getEpoch()).isEqualTo(2);
                        assertThat(RouteLife.deadBefore(s)).isZero();
                    }));
        }
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(session("restarted")).hasValueSatisfying(s -> {
                    assertThat(s.getState()).isEqualTo(State.DOWN);
                    assertThat(RouteLife.deadBefore(s)).isEqualTo(3);
                }));
    }

    @Test
    void newConnectionOfARouterSupersedesTheOlder() throws IOException {
        CollectorService collector = start(Map.of());
        try (Socket older = connect(collector)) {
            send(older, Bmp.initiation("twice"), bmp.peerUp());
            await().atMost(TIMEOUT).until(() -> session("twice").isPresent());
            try (Socket newer = connect(collector)) {
                send(newer, Bmp.initiation("twice"), bmp.peerUp());
                assertThat(older.getInputStream().read()).isEqualTo(-1);
                await().atMost(TIMEOUT)
                        .untilAsserted(() -> assertThat(session("twice")).hasValueSatisfying(s -> {
                            assertThat(s.getEpoch()).isEqualTo(2);
                            assertThat(s.getState()).isEqualTo(State.SYNCING);
                        }));
            }
        }
    }

    @Test
    void oneOfTwoCollectorsOwnsARouterUntilItIsGone() throws IOException {
        CollectorService owner = start(Map.of());
        CollectorService other = start(Map.of("id", "c2"));
        try (Socket first = connect(owner);
                Socket second = connect(other)) {
            send(first, Bmp.initiation("shared"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(TIMEOUT).until(() -> session("shared").isPresent());
            send(second, Bmp.initiation("shared"), bmp.peerUp(), bmp.announce("198.51.100.0/24"));
            await().atMost(TIMEOUT).until(() -> other.standingBy() == 1);
            assertThat(session("shared"))
                    .hasValueSatisfying(s -> assertThat(s.getCollectorId()).isEqualTo("c1"));

            owner.stop();
            // The collector disconnects the router so that it sends all tables again.
            assertThat(second.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(announcedBySession()).containsEntry("shared 192.0.2.9 ADJ_RIB_IN_PRE", 1L);
        try (Socket again = connect(other)) {
            send(again, Bmp.initiation("shared"), bmp.peerUp(), bmp.announce("198.51.100.0/24"));
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(session("shared")).hasValueSatisfying(s -> {
                        assertThat(s.getCollectorId()).isEqualTo("c2");
                        assertThat(s.getEpoch()).isEqualTo(2);
                        assertThat(RouteLife.deadBefore(s)).isZero();
                        assertThat(s.getState()).isEqualTo(State.SYNCING);
                    }));
            assertThat(other.standingBy()).isZero();
        }
    }

    @Test
    void readsOpenBmpInAllEncodingsAndKeepsDamagedRecords() throws IOException {
        Bytes hash = Bytes.fromHex("00112233445566778899aabbccddeeff");
        OpenBmpRaw init = raw(hash, Bmp.initiation("over-kafka"));
        kafka.createTopics(1, "gobmp.raw");
        try (KafkaProducer<byte[], byte[]> producer = kafka.producer()) {
            var _ = producer.send(
                    new ProducerRecord<>("gobmp.raw", OpenBmpCodec.encode(init).toArray()));
            var _ = producer.send(new ProducerRecord<>("gobmp.raw", text(hash, bmp.peerUp())));
            var _ = producer.send(new ProducerRecord<>(
                    "gobmp.raw", OpenBmpCodec.encode(raw(hash, Bytes.EMPTY)).toArray()));
            var _ = producer.send(new ProducerRecord<>(
                    "gobmp.raw", Bytes.fromHex("4f424d5001").toArray()));
            var _ = producer.send(new ProducerRecord<>(
                    "gobmp.raw",
                    OpenBmpCodec.encode(raw(hash, bmp.announce("192.0.2.0/24").concat(bmp.announce("198.51.100.0/24"))))
                            .toArray()));
            producer.flush();
        }
        start(Map.of("openbmp.topics", "gobmp\\.raw"));
        await().atMost(TIMEOUT)
                .untilAsserted(() ->
                        assertThat(announcedBySession()).containsEntry("over-kafka 192.0.2.9 ADJ_RIB_IN_PRE", 2L));
        assertThat(session("over-kafka"))
                .hasValueSatisfying(s ->
                        assertThat(Bytes.wrap(s.getRouterHash().toByteArray())).isEqualTo(hash));
        assertThat(rejects()).anySatisfy(reject -> assertThat(reject.getLayer()).isEqualTo("openbmp"));
    }

    @Test
    void publishesBmpMessagesAsOpenBmp() throws IOException {
        CollectorService collector = start(Map.of("openbmp.publish", "true"));
        try (Socket router = connect(collector)) {
            send(router, Bmp.initiation("published"), bmp.peerUp());
            await().atMost(TIMEOUT)
                    .untilAsserted(
                            () -> assertThat(kafka.read(Topics.OPENBMP_RAW)).hasSize(2));
        }
        OpenBmpRaw last = OpenBmpCodec.decode(
                        Bytes.wrap(kafka.read(Topics.OPENBMP_RAW).getLast().value()))
                .orThrow();
        assertThat(last.bmp()).isEqualTo(bmp.peerUp());
        assertThat(last.routerIp()).contains(Bytes.fromHex("7f000001"));
    }

    private static OpenBmpRaw raw(Bytes hash, Bytes message) {
        return new OpenBmpRaw(
                Optional.of(hash),
                Optional.of(Bytes.fromHex("c0000263")),
                Optional.of(hash),
                "admin",
                "group",
                1,
                message);
    }

    private static byte[] text(Bytes hash, Bytes message) {
        String header = "V: 1.7\nC_HASH_ID: " + hash.toHex() + "\nR_HASH: " + hash.toHex() + "\nR_IP: 192.0.2.99\nL: "
                + message.length() + "\n\n";
        return Bytes.wrap(header.getBytes(StandardCharsets.US_ASCII))
                .concat(message)
                .toArray();
    }

    private CollectorService start(Map<String, String> more) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "pathproof.collector.bmp-port", "0",
                "pathproof.collector.bmp-address", "127.0.0.1",
                "pathproof.collector.id", "c1",
                "pathproof.kafka.route-partitions", "3",
                "pathproof.kafka.replication-factor", "1",
                "pathproof.kafka.bootstrap-servers", kafka.bootstrapServers()));
        more.forEach((key, value) -> properties.put("pathproof.collector." + key, value));
        ConfigurableApplicationContext context = CollectorContext.start(properties, new SimpleMeterRegistry());
        running.add(context);
        CollectorService service = context.getBean(CollectorService.class);
        await().atMost(TIMEOUT).until(service::isServing);
        return service;
    }

    private static Socket connect(CollectorService collector) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), collector.bmpPort().orElseThrow());
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }

    private static void send(Socket socket, Bytes... messages) throws IOException {
        for (Bytes message : messages) {
            socket.getOutputStream().write(message.toArray());
        }
    }

    private static void sendInPieces(OutputStream out, byte[] bytes, Random random) throws IOException {
        for (int at = 0; at < bytes.length; ) {
            int piece = Math.min(1 + random.nextInt(3000), bytes.length - at);
            out.write(bytes, at, piece);
            out.flush();
            at += piece;
        }
    }

    /** Returns the number of prefixes that were announced, by router name, peer and view. */
    private Map<String, Long> announcedBySession() throws InvalidProtocolBufferException {
        Map<String, String> names = new HashMap<>();
        for (Session s : sessions()) {
            names.put(
                    Bytes.wrap(s.getSessionId().toByteArray()).toHex(),
                    s.getRouterName() + " " + s.getPeerIp() + " " + s.getView());
        }
        Map<String, Long> counts = new HashMap<>();
        var seen = new HashSet<RouteKey>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.ROUTES)) {
            if (RouteKey.isSessionMarker(record.key())) {
                continue;
            }
            RouteKey key = RouteKey.ofBytes(record.key());
            if (RouteEvent.parseFrom(record.value()).hasAnnouncement() && seen.add(key)) {
                counts.merge(names.getOrDefault(key.session().toString(), "?"), 1L, Long::sum);
            }
        }
        return counts;
    }

    private Optional<State> state(String router) throws InvalidProtocolBufferException {
        return session(router).map(Session::getState);
    }

    private Optional<Session> session(String router) throws InvalidProtocolBufferException {
        return sessions().stream().filter(s -> s.getRouterName().equals(router)).reduce((a, b) -> b);
    }

    private List<Session> sessions() throws InvalidProtocolBufferException {
        List<Session> all = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.SESSIONS)) {
            all.add(Session.parseFrom(record.value()));
        }
        return all;
    }

    private List<Reject> rejects() throws InvalidProtocolBufferException {
        List<Reject> all = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.REJECTS)) {
            all.add(Reject.parseFrom(record.value()));
        }
        return all;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.lifecycle.CollectorService;
import org.pathproof.collector.router.Bmp;
import org.pathproof.collector.status.CollectorHealth;
import org.pathproof.collector.status.CollectorReadiness;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.routes.RouteLife;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Tests a closed intake, and gaps in the topics: the collector disconnects routers so that they send their tables
 * again, and reports records that were deleted from an OpenBMP topic.
 */
final class CollectorGapTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private final Bmp bmp = new Bmp(65000, 65536);
    private final List<ConfigurableApplicationContext> running = new ArrayList<>();
    private final KafkaProducer<byte[], byte[]> producer = kafka.producer();

    @AfterEach
    void stop() {
        running.forEach(context -> context.getBean(Intake.class).open());
        running.forEach(ConfigurableApplicationContext::close);
        producer.close();
    }

    @Test
    void disconnectsARouterOnceAfterAGap() throws Exception {
        CollectorService collector = start(Map.of("quiet-time", "1s", "gap-spread", "1s"));
        try (Socket router = connect(collector)) {
            send(router, Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(TIMEOUT).until(() -> state("edge1").equals(Optional.of(State.UP)));
            assertThat(session("edge1").orElseThrow().getGapsHealed()).isZero();
            gap(Topics.ROUTES, 100);
            assertThat(router.getInputStream().read()).isEqualTo(-1);
        }
        await().atMost(TIMEOUT).until(() -> state("edge1").equals(Optional.of(State.LOST)));
        try (Socket router = connect(collector)) {
            send(router, Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(TIMEOUT)
                    .until(() -> session("edge1")
                            .filter(s -> s.getState() == State.SYNCING && s.getGapsHealed() == 0)
                            .isPresent());
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(session("edge1")).hasValueSatisfying(s -> {
                        assertThat(s.getState()).isEqualTo(State.UP);
                        assertThat(s.getEpoch()).isEqualTo(2);
                        assertThat(s.getGapsHealed()).isEqualTo(100);
                    }));
            await().during(Duration.ofSeconds(3)).atMost(TIMEOUT).until(() -> collector.connections() == 1);
        }
    }

    @Test
    void dropsMirroredRoutesWhenTheRouterReconnectsAfterAGap() throws Exception {
        CollectorService collector = start(Map.of("empty-time", "1s", "gap-spread", "1s"));
        try (Socket router = connect(collector)) {
            send(router, Bmp.initiation("mirror"), bmp.peerUp());
            await().atMost(TIMEOUT).until(() -> state("mirror").equals(Optional.of(State.UP)));
            gap(Topics.ROUTES, 100);
            assertThat(router.getInputStream().read()).isEqualTo(-1);
        }
        try (Socket router = connect(collector)) {
            send(router, Bmp.initiation("mirror"), bmp.peerUp());
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(session("mirror")).hasValueSatisfying(s -> {
                        assertThat(s.getEpoch()).isEqualTo(2);
                        assertThat(RouteLife.deadBefore(s)).isEqualTo(2);
                        assertThat(s.getGapsHealed()).isEqualTo(100);
                    }));
        }
    }

    @Test
    void reportsRecordsDeletedFromAnOpenBmpTopic() throws Exception {
        Bytes hash = Bytes.fromHex("00112233445566778899aabbccddeeff");
        kafka.createTopics(1, "gobmp.raw");
        raw(hash, Bmp.initiation("relayed"));
        raw(hash, bmp.peerUp());
        raw(hash, bmp.announce("192.0.2.0/24"));
        CollectorService first = start(Map.of("openbmp.topics", "gobmp\\.raw", "quiet-time", "1s"));
        await().atMost(TIMEOUT).until(() -> state("relayed").equals(Optional.of(State.UP)));
        assertThat(gaps()).isEmpty();
        first.stop();

        raw(hash, bmp.announce("198.51.100.0/24"));
        kafka.admin()
                .deleteRecords(Map.of(new TopicPartition("gobmp.raw", 0), RecordsToDelete.beforeOffset(-1)))
                .all()
                .get();
        start(Map.of("openbmp.topics", "gobmp\\.raw", "quiet-time", "1s"));
        await().atMost(TIMEOUT).until(() -> gaps().size() == 1);
        Gap gap = gaps().getFirst();
        assertThat(gap.getTopic()).isEqualTo("gobmp.raw");
        assertThat(gap.getTo() - gap.getFrom()).isEqualTo(1);
        assertThat(session("relayed").orElseThrow().getGapsHealed()).isLessThan(gap.getNumber());

        // The router starts a new BMP session.
        raw(hash, Bmp.initiation("relayed"));
        raw(hash, bmp.peerUp());
        raw(hash, bmp.announce("198.51.100.0/24"));
        await().atMost(TIMEOUT).until(() -> session("relayed").orElseThrow().getGapsHealed() == gap.getNumber());
    }

    @Test
    void closedIntakeLeavesRoutersUnreadAndLosesNothing() throws Exception {
        CollectorService collector = start(Map.of());
        try (Socket router = connect(collector)) {
            send(router, Bmp.initiation("waits"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(TIMEOUT).until(() -> kafka.read(Topics.ROUTES).size() == 1);
            collector.intake().close("the disk is full");
            Thread writer = Thread.ofVirtual().start(() -> {
                try {
                    for (int i = 0; i < 20_000; i++) {
                        send(router, bmp.announce("10." + (i >> 8) + "." + (i & 255) + ".0/24"));
                    }
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            assertThat(new CollectorHealth(collector).health().getDetails().toString())
                    .contains("routers are not read: the disk is full");
            assertThat(new CollectorReadiness(collector).health().getStatus()).isEqualTo(Status.UP);
            await().during(Duration.ofSeconds(3))
                    .atMost(TIMEOUT)
                    .until(() -> kafka.read(Topics.ROUTES).size() <= 2);
            assertThat(collector.connections()).isEqualTo(1);
            collector.intake().open();
            await().atMost(TIMEOUT).until(() -> kafka.read(Topics.ROUTES).size() == 20_001);
            writer.join();
        }
    }

    private void raw(Bytes hash, Bytes message) throws ExecutionException, InterruptedException {
        OpenBmpRaw record = new OpenBmpRaw(
                Optional.of(hash),
                Optional.of(Bytes.fromHex("c0000263")),
                Optional.of(hash),
                "admin",
                "group",
                1,
                message);
        producer.send(new ProducerRecord<>(
                        "gobmp.raw", hash.toArray(), OpenBmpCodec.encode(record).toArray()))
                .get();
    }

    private void gap(String topic, long number) throws ExecutionException, InterruptedException {
        Gap gap = Gap.newBuilder().setTopic(topic).setNumber(number).build();
        producer.send(new ProducerRecord<>(Topics.SESSIONS, 0, Gaps.key(topic, 0), gap.toByteArray()))
                .get();
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

    private Optional<State> state(String router) throws Exception {
        return session(router).map(Session::getState);
    }

    private Optional<Session> session(String router) throws Exception {
        Session last = null;
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.SESSIONS)) {
            if (!Gaps.isGap(record.key())) {
                Session read = Session.parseFrom(record.value());
                last = read.getRouterName().equals(router) ? read : last;
            }
        }
        return Optional.ofNullable(last);
    }

    private List<Gap> gaps() throws Exception {
        List<Gap> gaps = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.SESSIONS)) {
            if (Gaps.isGap(record.key())) {
                gaps.add(Gap.parseFrom(record.value()));
            }
        }
        return gaps;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pathproof.collector.router.Bmp;
import org.pathproof.collector.status.CollectorHealth;
import org.pathproof.collector.status.CollectorReadiness;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.OpenedResources;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.routes.RouteLife;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;
import org.springframework.boot.health.contributor.Status;

/**
 * Tests a closed intake, and gaps in the topics: the collector disconnects routers so that they send their tables
 * again, and reports records that were deleted from an OpenBMP topic.
 */
final class CollectorGapTest {
    private static final Duration LIMIT = CollectorUnderTest.LIMIT;

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private final Bmp bmp = new Bmp(65000, 65536);
    private final PublishedRecords records = new PublishedRecords(kafka);

    @RegisterExtension
    final OpenedResources opened = new OpenedResources();

    private final KafkaProducer<byte[], byte[]> producer = opened.open(kafka.producer());

    @Test
    void disconnectsARouterOnceAfterAGap() throws Exception {
        CollectorUnderTest collector = start(Map.of("quiet-time", "1s", "gap-spread", "100ms"));
        try (TestRouter router = collector.connect()) {
            router.send(Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(LIMIT).until(() -> records.state("edge1").equals(Optional.of(State.UP)));
            assertThat(records.session("edge1").orElseThrow().getGapsHealed()).isZero();
            writeGap(Topics.ROUTES, 100);
            router.awaitEnd();
        }
        await().atMost(LIMIT).until(() -> records.state("edge1").equals(Optional.of(State.LOST)));
        try (TestRouter router = collector.connect()) {
            router.send(Bmp.initiation("edge1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(LIMIT)
                    .until(() -> records.sessions("edge1").stream()
                            .anyMatch(
                                    s -> s.getEpoch() == 2 && s.getState() == State.SYNCING && s.getGapsHealed() == 0));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(records.session("edge1")).hasValueSatisfying(s -> {
                        assertThat(s.getState()).isEqualTo(State.UP);
                        assertThat(s.getEpoch()).isEqualTo(2);
                        assertThat(s.getGapsHealed()).isEqualTo(100);
                    }));
            await().during(Duration.ofSeconds(2))
                    .atMost(LIMIT)
                    .until(() -> collector.service().connections() == 1);
        }
    }

    @Test
    void dropsMirroredRoutesWhenTheRouterReconnectsAfterAGap() throws Exception {
        CollectorUnderTest collector = start(Map.of("empty-time", "200ms", "gap-spread", "100ms"));
        try (TestRouter router = collector.connect()) {
            router.send(Bmp.initiation("mirror"), bmp.peerUp());
            await().atMost(LIMIT).until(() -> records.state("mirror").equals(Optional.of(State.UP)));
            writeGap(Topics.ROUTES, 100);
            router.awaitEnd();
        }
        try (TestRouter router = collector.connect()) {
            router.send(Bmp.initiation("mirror"), bmp.peerUp());
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(records.session("mirror")).hasValueSatisfying(s -> {
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
        sendRaw(hash, Bmp.initiation("relayed"));
        sendRaw(hash, bmp.peerUp());
        sendRaw(hash, bmp.announce("192.0.2.0/24"));
        CollectorUnderTest first = start(Map.of("openbmp.topics", "gobmp\\.raw", "quiet-time", "200ms"));
        await().atMost(LIMIT).until(() -> records.state("relayed").equals(Optional.of(State.UP)));
        assertThat(records.gaps()).isEmpty();
        first.close();

        sendRaw(hash, bmp.announce("198.51.100.0/24"));
        kafka.admin()
                .deleteRecords(Map.of(new TopicPartition("gobmp.raw", 0), RecordsToDelete.beforeOffset(-1)))
                .all()
                .get();
        start(Map.of("openbmp.topics", "gobmp\\.raw", "quiet-time", "200ms"));
        await().atMost(LIMIT).until(() -> records.gaps().size() == 1);
        Gap gap = records.gaps().getFirst();
        assertThat(gap.getTopic()).isEqualTo("gobmp.raw");
        assertThat(gap.getTo() - gap.getFrom()).isEqualTo(1);
        assertThat(records.session("relayed").orElseThrow().getGapsHealed()).isLessThan(gap.getNumber());

        // The router starts a new BMP session.
        sendRaw(hash, Bmp.initiation("relayed"));
        sendRaw(hash, bmp.peerUp());
        sendRaw(hash, bmp.announce("198.51.100.0/24"));
        await().atMost(LIMIT)
                .until(() -> records.session("relayed").orElseThrow().getGapsHealed() == gap.getNumber());
    }

    @Test
    void closedIntakeLeavesRoutersUnreadAndLosesNothing() throws Exception {
        CollectorUnderTest collector = start(Map.of());
        try (TestRouter router = collector.connect()) {
            router.send(Bmp.initiation("waits"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(LIMIT).until(() -> kafka.read(Topics.ROUTES).size() == 1);
            collector.service().intake().close("the disk is full");
            Thread writer = Thread.ofVirtual().start(() -> {
                try {
                    for (int i = 0; i < 5_000; i++) {
                        router.send(bmp.announce("10." + (i >> 8) + "." + (i & 255) + ".0/24"));
                    }
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            assertThat(new CollectorHealth(collector.service())
                            .health()
                            .getDetails()
                            .toString())
                    .contains("routers are not read: the disk is full");
            assertThat(new CollectorReadiness(collector.service()).health().getStatus())
                    .isEqualTo(Status.UP);
            await().during(Duration.ofSeconds(2))
                    .atMost(LIMIT)
                    .until(() -> kafka.read(Topics.ROUTES).size() <= 2);
            assertThat(collector.service().connections()).isEqualTo(1);
            collector.service().intake().open();
            await().atMost(LIMIT).until(() -> kafka.read(Topics.ROUTES).size() == 5_001);
            writer.join();
        }
    }

    private void sendRaw(Bytes hash, Bytes message) throws ExecutionException, InterruptedException {
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

    private void writeGap(String topic, long number) throws ExecutionException, InterruptedException {
        Gap gap = Gap.newBuilder().setTopic(topic).setNumber(number).build();
        producer.send(new ProducerRecord<>(Topics.SESSIONS, 0, Gaps.key(topic, 0), gap.toByteArray()))
                .get();
    }

    private CollectorUnderTest start(Map<String, String> settings) {
        return opened.open(CollectorUnderTest.start(kafka, settings));
    }
}

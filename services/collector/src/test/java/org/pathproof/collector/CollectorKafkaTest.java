// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pathproof.collector.router.Bmp;
import org.pathproof.collector.router.Captures;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.OpenedResources;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.routes.RouteLife;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;

/** Tests the records that result from routers on TCP and on OpenBMP topics, with a real Kafka. */
final class CollectorKafkaTest {
    private static final Duration LIMIT = CollectorUnderTest.LIMIT;

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private final PublishedRecords records = new PublishedRecords(kafka);
    private final Bmp bmp = new Bmp(65000, 65536);

    @RegisterExtension
    final OpenedResources opened = new OpenedResources();

    @Test
    void publishesAllRoutesOfCapturesInArbitrarySplits() throws IOException {
        CollectorUnderTest collector = start(Map.of("quiet-time", "200ms"));
        byte[] frr = Captures.stream("frr-8.4.4");
        byte[] goBgp = Captures.stream("gobgp-3.10.0");
        try (TestRouter first = collector.connect();
                TestRouter second = collector.connect()) {
            first.sendInPieces(frr, new Random(1));
            second.sendInPieces(goBgp, new Random(2));
            await().atMost(LIMIT).untilAsserted(() -> {
                Map<String, Long> announced = records.announcedBySession();
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
        CollectorUnderTest collector = start(Map.of());
        try (TestRouter honest = collector.connect();
                TestRouter faulty = collector.connect()) {
            honest.send(Bmp.initiation("honest"), bmp.peerUp());
            faulty.send(Bmp.initiation("faulty"), bmp.peerUp(), Bytes.fromHex("03fffffff0000badbad0"));
            faulty.awaitEnd();
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(records.rejects()).anySatisfy(reject -> {
                        assertThat(reject.getCode()).isEqualTo("BAD_LENGTH");
                        assertThat(Bytes.wrap(reject.getOctets().toByteArray()).toHex())
                                .startsWith("03fffffff0000badbad0");
                    }));
            await().atMost(LIMIT).until(() -> records.state("faulty").equals(Optional.of(State.LOST)));
            honest.send(bmp.announce("192.0.2.0/24"));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(records.announcedBySession())
                            .containsEntry("honest 192.0.2.9 ADJ_RIB_IN_PRE", 1L));
            assertThat(collector.service().connections()).isEqualTo(1);
        }
    }

    /** The policy API lists routers without a peer from the heartbeats of their collector. */
    @Test
    void heartbeatsNameARouterBeforeItReportsAPeer() throws IOException {
        CollectorUnderTest collector = start(Map.of());
        try (TestRouter router = collector.connect()) {
            router.send(Bmp.initiation("lonely"));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(records.heartbeats())
                            .anySatisfy(beat -> assertThat(beat.getRoutersList())
                                    .anySatisfy(r -> {
                                        assertThat(beat.getBmpPort())
                                                .isEqualTo(collector
                                                        .service()
                                                        .bmpPort()
                                                        .orElseThrow());
                                        assertThat(r.getRouterName()).isEqualTo("lonely");
                                        assertThat(r.getRouterIp()).isEqualTo("127.0.0.1");
                                    })));
            assertThat(records.session("lonely")).isEmpty();
        }
    }

    @Test
    void epochsContinueAfterARestartAndSessionsOfAnAbsentRouterEnd() throws IOException {
        CollectorUnderTest first = start(Map.of());
        try (TestRouter router = first.connect()) {
            router.send(Bmp.initiation("restarted"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(LIMIT).until(() -> records.state("restarted").equals(Optional.of(State.SYNCING)));
            first.close();
        }
        await().atMost(LIMIT).until(() -> records.state("restarted").equals(Optional.of(State.LOST)));

        CollectorUnderTest second = start(Map.of("hold-time", "1s"));
        try (TestRouter router = second.connect()) {
            router.send(Bmp.initiation("restarted"), bmp.peerUp());
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(records.session("restarted"))
                            .hasValueSatisfying(s -> {
                                assertThat(s.getEpoch()).isEqualTo(2);
                                assertThat(RouteLife.deadBefore(s)).isZero();
                            }));
        }
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(records.session("restarted")).hasValueSatisfying(s -> {
                    assertThat(s.getState()).isEqualTo(State.DOWN);
                    assertThat(RouteLife.deadBefore(s)).isEqualTo(3);
                }));
    }

    @Test
    void newConnectionOfARouterSupersedesTheOlder() throws IOException {
        CollectorUnderTest collector = start(Map.of());
        try (TestRouter older = collector.connect()) {
            older.send(Bmp.initiation("twice"), bmp.peerUp());
            await().atMost(LIMIT).until(() -> records.session("twice").isPresent());
            try (TestRouter newer = collector.connect()) {
                newer.send(Bmp.initiation("twice"), bmp.peerUp());
                older.awaitEnd();
                await().atMost(LIMIT)
                        .untilAsserted(() -> assertThat(records.session("twice"))
                                .hasValueSatisfying(s -> {
                                    assertThat(s.getEpoch()).isEqualTo(2);
                                    assertThat(s.getState()).isEqualTo(State.SYNCING);
                                }));
            }
        }
    }

    @Test
    void oneOfTwoCollectorsOwnsARouterUntilItIsGone() throws IOException {
        CollectorUnderTest owner = start(Map.of());
        CollectorUnderTest other = start(Map.of("id", "c2"));
        try (TestRouter first = owner.connect();
                TestRouter second = other.connect()) {
            first.send(Bmp.initiation("shared"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
            await().atMost(LIMIT).until(() -> records.session("shared").isPresent());
            second.send(Bmp.initiation("shared"), bmp.peerUp(), bmp.announce("198.51.100.0/24"));
            await().atMost(LIMIT).until(() -> other.service().standingBy() == 1);
            assertThat(records.session("shared"))
                    .hasValueSatisfying(s -> assertThat(s.getCollectorId()).isEqualTo("c1"));

            owner.close();
            // The collector disconnects the router so that it sends all tables again.
            second.awaitEnd();
        }
        assertThat(records.announcedBySession()).containsEntry("shared 192.0.2.9 ADJ_RIB_IN_PRE", 1L);
        try (TestRouter again = other.connect()) {
            again.send(Bmp.initiation("shared"), bmp.peerUp(), bmp.announce("198.51.100.0/24"));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(records.session("shared")).hasValueSatisfying(s -> {
                        assertThat(s.getCollectorId()).isEqualTo("c2");
                        assertThat(s.getEpoch()).isEqualTo(2);
                        assertThat(RouteLife.deadBefore(s)).isZero();
                        assertThat(s.getState()).isEqualTo(State.SYNCING);
                    }));
            assertThat(other.service().standingBy()).isZero();
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
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(records.announcedBySession())
                        .containsEntry("over-kafka 192.0.2.9 ADJ_RIB_IN_PRE", 2L));
        assertThat(records.session("over-kafka"))
                .hasValueSatisfying(s ->
                        assertThat(Bytes.wrap(s.getRouterHash().toByteArray())).isEqualTo(hash));
        assertThat(records.rejects())
                .anySatisfy(reject -> assertThat(reject.getLayer()).isEqualTo("openbmp"));
    }

    @Test
    void publishesBmpMessagesAsOpenBmp() throws IOException {
        CollectorUnderTest collector = start(Map.of("openbmp.publish", "true"));
        try (TestRouter router = collector.connect()) {
            router.send(Bmp.initiation("published"), bmp.peerUp());
            await().atMost(LIMIT)
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

    private CollectorUnderTest start(Map<String, String> settings) {
        return opened.open(CollectorUnderTest.start(kafka, settings));
    }
}

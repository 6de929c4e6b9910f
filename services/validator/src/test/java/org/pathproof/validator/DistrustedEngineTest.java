// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.validator.stream.Events.TARGET;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.RedisServer;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.validator.kafka.ValidatorStreams;
import org.pathproof.validator.stream.Events;
import org.pathproof.validator.stream.Signer;
import org.pathproof.wire.Prefix;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * Tests with a real Kafka and a real Redis. Verdicts of a faulty engine end, although another instance takes over, and
 * health names them until then.
 */
class DistrustedEngineTest {
    private static final int PARTITIONS = 2;
    private static final int ROUTES = 40;
    private static final Duration MAX_WAIT = Duration.ofMinutes(2);
    private static final String AWAIT = ROUTES / 2 + " routes await a new proof, because the signature engine faulty";

    @TempDir
    Path home;

    @TempDir
    Path otherHome;

    private final EmbeddedKafkaKraftBroker kafka = new EmbeddedKafkaKraftBroker(1, 1);
    private final Signer signer = new Signer();
    private final Map<RouteKey, Announcement> table = new HashMap<>();
    private final Map<RouteKey, PathState> oracle = new HashMap<>();
    private RedisServer redis;
    private KafkaProducer<byte[], byte[]> producer;

    /** Replaces the engine of a validator. */
    @Configuration(proxyBeanMethods = false)
    static class WithFaultyEngine {
        @Bean
        SignatureEngine validatorEngine() {
            return new FaultyEngine();
        }
    }

    @BeforeEach
    void start() throws Exception {
        kafka.brokerProperties(Map.of(
                "transaction.state.log.replication.factor",
                "1",
                "transaction.state.log.min.isr",
                "1",
                "group.initial.rebalance.delay.ms",
                "0"));
        kafka.afterPropertiesSet();
        redis = RedisServer.inMemory();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.getBrokersAsString()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        for (int i = 0; i < ROUTES; i++) {
            boolean good = i % 2 == 0;
            RouteKey route = Events.route("10." + i + ".0.0/16", 1);
            Prefix signed = good ? route.prefix() : Prefix.parse("192.0.2.0/24");
            table.put(
                    route,
                    Events.announcement(signer.path(signed, TARGET, 64501), 64501)
                            .build());
            oracle.put(route, good ? PathState.VALID : PathState.NOT_VALID);
        }
    }

    @AfterEach
    void stop() throws Exception {
        producer.close();
        redis.close();
        kafka.destroy();
    }

    @Test
    void doubtsWrongProofsAfterATakeoverAndARestartUntilTheRoutersSendTheirTables() throws Exception {
        String servers = kafka.getBrokersAsString();
        try (RedisRpkiRepository rpki = new RedisRpkiRepository(redis.uri());
                VerdictReader verdicts = new VerdictReader(servers, PARTITIONS)) {
            Lease lease = rpki.acquire("test", Duration.ofMinutes(30)).orElseThrow();
            rpki.publish(lease, RpkiSnapshot.of(1, new Serial(1), signer.keys(64501)), null);
            try (ConfigurableApplicationContext app = validator(home, WithFaultyEngine.class)) {
                awaitHealth(app, Status.UP);
                session(1, 0);
                announceAll(1);
                verdicts.until(t -> t.size() == ROUTES
                        && t.entrySet().stream()
                                .allMatch(e -> e.getValue().getState() != oracle.get(e.getKey())
                                        && e.getValue().getState() != PathState.UNVERIFIED));
                // The rows of this instance stay wrong: its tasks stop before the fault is found.
                app.getBean(ValidatorStreams.class).pause("the test moves the tasks away");
                app.getBean("validatorEngine", FaultyEngine.class).find();
                await().atMost(MAX_WAIT).until(() -> gap("gap:signature-engine") > 0);
                assertThat(AwaitedHealth.now(app).getStatus()).isEqualTo(Status.DOWN);
            }
            try (ConfigurableApplicationContext app = validator(otherHome)) {
                verdicts.until(this::areDoubtedOrRight);
                awaitHealth(app, AWAIT);
                await().atMost(MAX_WAIT).until(() -> gap("gap:doubted-proofs") > 0);
            }
            try (ConfigurableApplicationContext app = validator(otherHome)) {
                awaitHealth(app, AWAIT);
                assertThat(areDoubtedOrRight(verdicts.table)).isTrue();
                announceAll(2);
                verdicts.until(
                        t -> t.entrySet().stream().allMatch(e -> e.getValue().getState() == oracle.get(e.getKey())));
                awaitHealth(app, "routes of 1 sessions may be wrong");
                session(2, gap("gap:doubted-proofs"));
                awaitHealth(app, Status.UP);
                assertThat(verdicts.table).hasSize(ROUTES);
            }
        }
    }

    /** Returns true if paths whose bytes are kept have the right verdict, and the others have none. */
    private boolean areDoubtedOrRight(Map<RouteKey, Verdict> now) {
        return now.size() == ROUTES
                && now.entrySet().stream()
                        .allMatch(e -> oracle.get(e.getKey()) == PathState.VALID
                                ? e.getValue().getState() == PathState.VALID
                                : e.getValue().getState() == PathState.UNVERIFIED
                                        && e.getValue().getFindings(0).getRule().equals("proof-doubted"));
    }

    private ConfigurableApplicationContext validator(Path state, Class<?>... more) {
        return new SpringApplicationBuilder(ValidatorApplication.class)
                .sources(more)
                .run(
                        "--spring.config.name=validator",
                        "--spring.main.allow-bean-definition-overriding=true",
                        "--server.port=0",
                        "--pathproof.kafka.bootstrap-servers=" + kafka.getBrokersAsString(),
                        "--pathproof.kafka.replication-factor=1",
                        "--pathproof.kafka.route-partitions=" + PARTITIONS,
                        "--pathproof.redis.uri=" + redis.uri(),
                        "--pathproof.validator.state-directory=" + state);
    }

    private static void awaitHealth(ConfigurableApplicationContext app, Status status) {
        AwaitedHealth.await(app, MAX_WAIT, status);
    }

    private static void awaitHealth(ConfigurableApplicationContext app, String problem) {
        AwaitedHealth.await(app, MAX_WAIT, problem, "RUNNING");
        assertThat(AwaitedHealth.now(app).getStatus()).isEqualTo(Status.DOWN);
    }

    private void announceAll(long epoch) throws Exception {
        for (Map.Entry<RouteKey, Announcement> route : table.entrySet()) {
            byte[] key = route.getKey().toBytes();
            send(new ProducerRecord<>(
                    Topics.ROUTES,
                    PrefixPartitioner.partition(key, PARTITIONS),
                    key,
                    Events.announced(route.getValue(), epoch).toByteArray()));
        }
    }

    private void session(long epoch, long healed) throws Exception {
        byte[] id = Events.session(1).bytes().toArray();
        Session session = Session.newBuilder()
                .setSessionId(ByteString.copyFrom(id))
                .setRouterName("edge1")
                .setState(State.UP)
                .setEpoch(epoch)
                .setMonitored(true)
                .setGapsHealed(healed)
                .build();
        send(new ProducerRecord<>(Topics.SESSIONS, id, session.toByteArray()));
    }

    private void send(ProducerRecord<byte[], byte[]> record) throws Exception {
        producer.send(record).get();
    }

    /** Returns the number of the newest gap with a key; 0 if there is none. */
    private long gap(String wanted) throws Exception {
        long number = 0;
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", kafka.getBrokersAsString()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> only = List.of(new TopicPartition(Topics.SESSIONS, 0));
            consumer.assign(only);
            consumer.seekToBeginning(only);
            long end = Objects.requireNonNull(consumer.endOffsets(only).get(only.getFirst()));
            while (consumer.position(only.getFirst()) < end) {
                for (var record : consumer.poll(Duration.ofMillis(200))) {
                    if (Gaps.isGap(record.key())
                            && new String(record.key(), StandardCharsets.US_ASCII).equals(wanted)) {
                        number = Gap.parseFrom(record.value()).getNumber();
                    }
                }
            }
        }
        return number;
    }
}

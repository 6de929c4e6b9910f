// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.contracts.BatchWindow;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.validator.experimental.ExperimentalRoutes;
import org.pathproof.validator.proof.CachingVerifier;
import org.pathproof.validator.proof.VerifyAhead;

/** Runs the topology under test. The test controls input, time and RPKI data. */
final class Bench implements AutoCloseable {
    private static final int MAX_SETTLING = 1_000;
    private static final SignatureEngine SIGNATURE_ENGINE = SignatureEngines.select(EngineSettings.fromSystem());

    /** A record of the verdicts topic; the verdict of a tombstone is null. */
    record Published(RouteKey route, @Nullable Verdict verdict) {}

    final Signer signer = new Signer();
    final StepSource rpki = new StepSource();
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    /** Number of signatures that the engine has verified. */
    final AtomicInteger computed = new AtomicInteger();

    final RouteMeters meters = new RouteMeters(registry);
    /** Handles routes with the experimental path attribute. */
    volatile ExperimentalRoutes experimental = ExperimentalRoutes.OFF;
    /** Runs before each call of the engine. A test can replace it by code that throws. */
    volatile Runnable beforeVerifying = () -> {};
    /** Runs after records were verified ahead, and before they are processed. */
    volatile Runnable afterVerifyingAhead = () -> {};
    /** True while each result of the engine is the opposite of the right one. */
    volatile boolean isFaulty;
    /** False once the fault of the engine is known. */
    volatile boolean isTrusted = true;

    private final Map<RouteKey, Verdict> table = new HashMap<>();
    private final TopologyTestDriver driver;
    private final VerifyAhead ahead = new VerifyAhead();
    private final boolean verifyAhead;
    private final TestInputTopic<byte[], byte[]> routes;
    private final TestInputTopic<byte[], byte[]> sessions;
    private final TestOutputTopic<byte[], byte[]> verdicts;
    private final TestOutputTopic<byte[], byte[]> rejects;

    final RouteGaps gaps = new RouteGaps();
    final TaskPaths paths = new TaskPaths();

    /** Creates a bench; {@code verifyAhead} passes records through {@link VerifyAhead}, as a real consumer does. */
    Bench(boolean verifyAhead) {
        this(verifyAhead, AlgorithmSuites.STANDARD);
    }

    Bench(boolean verifyAhead, AlgorithmSuites suites) {
        this(verifyAhead, suites, new BenchTopics());
    }

    Bench(boolean verifyAhead, AlgorithmSuites suites, BenchTopics topics) {
        this.verifyAhead = verifyAhead;
        RpkiHub hub = RpkiHub.following(rpki);
        BatchVerifier engine = new BatchVerifier(SIGNATURE_ENGINE, suites);
        CachingVerifier verifier = new CachingVerifier(
                engine.withEngine(checks -> {
                    beforeVerifying.run();
                    computed.addAndGet(checks.size());
                    BitSet answers = engine.verify(checks);
                    if (isFaulty) {
                        answers.flip(0, checks.size());
                    }
                    return answers;
                }),
                () -> isTrusted,
                10_000,
                registry);
        BackgroundBudget budget = new BackgroundBudget();
        ahead.configure(Map.of(
                VerifyAhead.PARTS,
                VerifyAhead.Parts.of(Topics.ROUTES, hub, paths, verifier, 1000, budget::spendOnRecords, registry)));
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "bench");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
        // All JVMs of this machine share the default folder.
        properties.put(StreamsConfig.STATE_DIR_CONFIG, "target/streams/" + UUID.randomUUID());
        driver = new TopologyTestDriver(
                ValidatorTopology.build(
                        hub,
                        verifier,
                        meters,
                        budget,
                        new Commits(BatchWindow.ofVerdicts(Duration.ofMillis(50))),
                        gaps,
                        topics,
                        VerdictTraces.OFF,
                        paths,
                        () -> event -> experimental.withResult(event)),
                properties);
        routes = driver.createInputTopic(Topics.ROUTES, new ByteArraySerializer(), new ByteArraySerializer());
        sessions = driver.createInputTopic(Topics.SESSIONS, new ByteArraySerializer(), new ByteArraySerializer());
        verdicts = driver.createOutputTopic(Topics.VERDICTS, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        rejects = driver.createOutputTopic(Topics.REJECTS, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Sends an announcement to the validator. Returns the published records. */
    List<Published> announce(RouteKey route, Announcement.Builder announcement, long epoch) {
        return send(route, Events.announced(announcement.build(), epoch));
    }

    List<Published> send(RouteKey route, RouteEvent event) {
        send(route.toBytes(), event.toByteArray());
        return published();
    }

    /** Sends an announcement for several routes, which one poll receives. */
    void announceTogether(Announcement.Builder announcement, long epoch, RouteKey... keys) {
        byte[] event = Events.announced(announcement.build(), epoch).toByteArray();
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (RouteKey key : keys) {
            records.add(record(key.toBytes(), event, new RecordHeaders()));
        }
        ahead.onConsume(new ConsumerRecords<>(Map.of(new TopicPartition(Topics.ROUTES, 0), records), Map.of()));
        records.forEach(record -> routes.pipeInput(new TestRecord<>(record.key(), record.value(), record.headers())));
    }

    /** Sends a mark, which says that the session has sent its whole table. */
    void sendMark(int session, long epoch, int family) {
        send(
                RouteKey.sessionMarker(Events.session(session)),
                Events.mark(epoch, family).toByteArray());
    }

    void send(byte @Nullable [] key, byte @Nullable [] value) {
        send(key, value, new RecordHeaders());
    }

    void send(byte @Nullable [] key, byte @Nullable [] value, RecordHeaders headers) {
        ConsumerRecord<byte[], byte[]> record = record(key, value, headers);
        if (verifyAhead) {
            ahead.onConsume(
                    new ConsumerRecords<>(Map.of(new TopicPartition(Topics.ROUTES, 0), List.of(record)), Map.of()));
        }
        afterVerifyingAhead.run();
        routes.pipeInput(new TestRecord<>(key, value, record.headers()));
    }

    private static ConsumerRecord<byte[], byte[]> record(
            byte @Nullable [] key, byte @Nullable [] value, RecordHeaders headers) {
        return new ConsumerRecord<>(
                Topics.ROUTES, 0, 0, 0, TimestampType.CREATE_TIME, 0, 0, key, value, headers, Optional.empty());
    }

    void sendSession(Session session) {
        sessions.pipeInput(session.getSessionId().toByteArray(), session.toByteArray());
    }

    /** Sends a record to the sessions topic. */
    void sendSessionRecord(byte @Nullable [] key, byte @Nullable [] value) {
        sessions.pipeInput(key, value);
    }

    void deleteSession(SessionId session) {
        sessions.pipeInput(session.bytes().toArray(), (byte[]) null);
    }

    /** Advances the clock by 100 ms, in which a small amount of background work ends. Returns the published records. */
    List<Published> settle() {
        List<Published> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            driver.advanceWallClockTime(Duration.ofMillis(20));
            all.addAll(published());
        }
        return all;
    }

    /** Advances the clock until all background work has ended, on a machine of any speed. */
    void settleAll() {
        settle();
        for (int i = 0; i < MAX_SETTLING && meters.upkeep().oldest().isPositive(); i++) {
            settle();
        }
    }

    /** Advances the clock by {@code time}, then settles. Returns the published records. */
    List<Published> settleAfter(Duration time) {
        driver.advanceWallClockTime(time);
        return settle();
    }

    List<Reject> rejects() {
        return rejects.readValuesToList().stream().map(Bench::reject).toList();
    }

    /** Returns the newest verdict of a route in the verdicts topic; null when there is none. */
    @Nullable
    Verdict verdict(RouteKey route) {
        published();
        return table.get(route);
    }

    Map<RouteKey, Verdict> table() {
        published();
        return Map.copyOf(table);
    }

    double counted(String name) {
        return registry.find(name).counters().stream()
                .mapToDouble(c -> c.count())
                .sum();
    }

    private List<Published> published() {
        List<Published> news = new ArrayList<>();
        for (TestRecord<byte[], byte[]> record : verdicts.readRecordsToList()) {
            RouteKey route = RouteKey.ofBytes(record.key());
            Verdict verdict = record.value() == null ? null : parsed(record.value());
            news.add(new Published(route, verdict));
            if (verdict == null) {
                table.remove(route);
            } else {
                table.put(route, verdict);
            }
        }
        return news;
    }

    private static Verdict parsed(byte[] value) {
        try {
            return Verdict.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private static Reject reject(byte[] value) {
        try {
            return Reject.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        driver.close();
    }
}

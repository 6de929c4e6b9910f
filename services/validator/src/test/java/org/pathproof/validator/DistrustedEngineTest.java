// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.validator.stream.Events.TARGET;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.validator.kafka.ValidatorStreams;
import org.pathproof.validator.stream.Events;
import org.pathproof.validator.stream.Signer;
import org.pathproof.wire.Prefix;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Tests with a real Kafka and a real Redis. Wrong verdicts of a faulty engine are replaced, also when another instance
 * takes over. Health reports the affected routes until then.
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

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private final CollectorRecords collector = new CollectorRecords(kafka, PARTITIONS);
    private final Signer signer = new Signer();
    private final Map<RouteKey, Announcement> table = new HashMap<>();
    private final Map<RouteKey, PathState> oracle = new HashMap<>();
    private RedisServer redis;

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
        redis = RedisServer.inMemory();
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
        collector.close();
        redis.close();
    }

    @Test
    void discardsWrongProofsAfterATakeoverAndARestartUntilTheRoutersSendTheirTables() throws Exception {
        try (RedisRpkiRepository rpki = new RedisRpkiRepository(redis.uri());
                VerdictReader verdicts = new VerdictReader(kafka, PARTITIONS)) {
            Lease lease = rpki.acquire("test", Duration.ofMinutes(30)).orElseThrow();
            rpki.publish(lease, RpkiSnapshot.of(1, new Serial(1), signer.keys(64501)), null);
            try (ValidatorUnderTest app = validator(home, WithFaultyEngine.class)) {
                app.awaitHealth(Status.UP);
                collector.sendSession(1, 0);
                announceAll(1);
                verdicts.until(t -> t.size() == ROUTES
                        && t.entrySet().stream()
                                .allMatch(e -> e.getValue().getState() != oracle.get(e.getKey())
                                        && e.getValue().getState() != PathState.UNVERIFIED));
                // The rows of this instance stay wrong: its tasks stop before the fault is found.
                app.bean(ValidatorStreams.class).pause("the test moves the tasks away");
                app.bean("validatorEngine", FaultyEngine.class).find();
                await().atMost(MAX_WAIT).until(() -> collector.newestGap("gap:signature-engine") > 0);
                assertThat(app.health().getStatus()).isEqualTo(Status.DOWN);
            }
            try (ValidatorUnderTest app = validator(otherHome)) {
                verdicts.until(this::areUntrustedOrRight);
                awaitProblem(app, AWAIT);
                await().atMost(MAX_WAIT).until(() -> collector.newestGap("gap:doubted-proofs") > 0);
            }
            try (ValidatorUnderTest app = validator(otherHome)) {
                awaitProblem(app, AWAIT);
                assertThat(areUntrustedOrRight(verdicts.table)).isTrue();
                announceAll(2);
                verdicts.until(
                        t -> t.entrySet().stream().allMatch(e -> e.getValue().getState() == oracle.get(e.getKey())));
                awaitProblem(app, "routes of 1 sessions may be wrong");
                collector.sendSession(2, collector.newestGap("gap:doubted-proofs"));
                app.awaitHealth(Status.UP);
                assertThat(verdicts.table).hasSize(ROUTES);
            }
        }
    }

    /** Returns true if paths whose bytes are kept have the right verdict, and the others have none. */
    private boolean areUntrustedOrRight(Map<RouteKey, Verdict> now) {
        return now.size() == ROUTES
                && now.entrySet().stream()
                        .allMatch(e -> oracle.get(e.getKey()) == PathState.VALID
                                ? e.getValue().getState() == PathState.VALID
                                : e.getValue().getState() == PathState.UNVERIFIED
                                        && e.getValue().getFindings(0).getRule().equals("proof-doubted"));
    }

    private ValidatorUnderTest validator(Path state, Class<?>... beans) {
        return ValidatorUnderTest.start(List.of(beans), kafka, redis, PARTITIONS, state);
    }

    private static void awaitProblem(ValidatorUnderTest app, String problem) {
        app.awaitHealth(problem, "RUNNING");
        assertThat(app.health().getStatus()).isEqualTo(Status.DOWN);
    }

    private void announceAll(long epoch) throws Exception {
        for (Map.Entry<RouteKey, Announcement> route : table.entrySet()) {
            collector.route(route.getKey(), Events.announced(route.getValue(), epoch));
        }
    }
}

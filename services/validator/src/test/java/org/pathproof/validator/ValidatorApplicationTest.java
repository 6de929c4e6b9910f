// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.validator.stream.Events.TARGET;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.HealthProbe;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.validator.kafka.ValidatorStreams;
import org.pathproof.validator.stream.Events;
import org.pathproof.validator.stream.Signer;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.springframework.boot.health.contributor.Status;

/**
 * Tests the service with a real Kafka and a real Redis. The service waits for the RPKI data, validates routes, follows
 * the RPKI, and restores its state after a restart.
 */
public class ValidatorApplicationTest {
    private static final int PARTITIONS = TopicSettings.DEFAULT_ROUTE_PARTITIONS;
    private static final int PREFIXES = 40;

    private final Signer signer = new Signer();
    private final Map<RouteKey, Announcement> table = new HashMap<>();

    @TempDir
    private Path home;

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();

    @Test
    void validatesRoutesFollowsTheRpkiAndRestoresItsState() throws Exception {
        try (RedisServer redis = RedisServer.inMemory();
                RedisRpkiRepository rpki = new RedisRpkiRepository(redis.uri())) {
            Lease lease = rpki.acquire("test", Duration.ofMinutes(10)).orElseThrow();
            int records;
            try (ValidatorUnderTest app = start(redis)) {
                app.awaitHealth("no complete RPKI set", "RUNNING");
                app.awaitReadiness();
                assertThat(app.probe().health()).isEqualTo(HealthProbe.NOT_UP);
                try (CollectorRecords collector = new CollectorRecords(kafka, PARTITIONS);
                        VerdictReader verdicts = new VerdictReader(kafka, PARTITIONS)) {
                    announceAll(collector);
                    verdicts.until(t -> t.size() == table.size());
                    assertThat(verdicts.table.values())
                            .extracting(Verdict::getState)
                            .containsOnly(PathState.UNVERIFIED);

                    publish(rpki, lease, signer.keys(64501, 64502));
                    verdicts.until(t -> all(t, PathState.VALID));
                    app.awaitHealth(Status.UP);
                    verdicts.partitions.forEach((route, partition) ->
                            assertThat(partition).isEqualTo(PrefixPartitioner.partition(route.toBytes(), PARTITIONS)));

                    publish(rpki, lease, signer.keys(64501));
                    verdicts.until(t -> all(t, PathState.NOT_VALID));
                    assertThat(verdicts.table.values())
                            .allSatisfy(
                                    v -> assertThat(v.getFindings(0).getRule()).isEqualTo("key-withdrawn"));
                    publish(rpki, lease, signer.keys(64501, 64502));
                    verdicts.until(t -> all(t, PathState.VALID));

                    collector.sendSession(Events.down(2, 2));
                    verdicts.until(t -> t.size() == PREFIXES);
                    records = verdicts.records;
                }
                awaitASecondWithoutCommitsOfTheTasks();
                String scrape = app.bean(PrometheusMeterRegistry.class).scrape();
                assertThat(scrape)
                        .contains(
                                ValidatorMetricNames.VERDICTS,
                                EngineMetricNames.SIGNATURES,
                                ValidatorMetricNames.REVALIDATED,
                                ValidatorMetricNames.VERDICT_LATENCY,
                                ValidatorMetricNames.VALIDATOR_READY);
            }
            String process = Files.readString(processFile());
            restart(redis, records);
            assertThat(Files.readString(processFile())).isEqualTo(process);
        }
    }

    /** Waits for a second with at most two commits: Kafka Streams commits once a second, idle tasks request none. */
    private static void awaitASecondWithoutCommitsOfTheTasks() {
        AtomicLong before = new AtomicLong();
        Awaitility.await().pollInterval(Duration.ofSeconds(1)).until(() -> {
            long now = commits();
            return now - before.getAndSet(now) <= 2;
        });
    }

    private static long commits() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        double commits = 0;
        for (ObjectName thread :
                server.queryNames(new ObjectName("kafka.streams:type=stream-thread-metrics,thread-id=*"), null)) {
            commits += (double) server.getAttribute(thread, "commit-total");
        }
        assertThat(commits).isPositive();
        return (long) commits;
    }

    /** Starts the service again on the same Kafka: the state is restored, and no verdict is published twice. */
    private void restart(RedisServer redis, int records) {
        try (ValidatorUnderTest app = start(redis);
                CollectorRecords collector = new CollectorRecords(kafka, PARTITIONS);
                VerdictReader verdicts = new VerdictReader(kafka, PARTITIONS)) {
            app.awaitHealth(Status.UP);
            app.awaitReadiness();
            table.forEach((route, announcement) -> {
                boolean alive = route.session().equals(Events.session(1));
                // Sends the table of session 1 in a new epoch, and the table of session 2 in an epoch that is over.
                collector.route(route, Events.announced(announcement, alive ? 5 : 1));
            });
            RouteKey fresh = Events.route("192.0.2.0/24", 1);
            collector.route(fresh, Events.announced(announcement(fresh), 5));
            verdicts.until(t -> t.containsKey(fresh));
            Awaitility.await().until(() -> app.bean(ValidatorStreams.class).lag() == 0);
            RouteKey last = Events.route("192.0.2.0/24", 3);
            collector.route(last, Events.announced(announcement(last), 5));
            verdicts.until(t -> t.containsKey(last));
            assertThat(verdicts.table).hasSize(PREFIXES + 2);
            assertThat(all(verdicts.table, PathState.VALID)).isTrue();
            assertThat(verdicts.records).isEqualTo(records + 2);
        }
    }

    private void announceAll(CollectorRecords collector) {
        for (int i = 0; i < PREFIXES; i++) {
            for (int session = 1; session <= 2; session++) {
                RouteKey route = Events.route("10." + i + ".0.0/16", session);
                table.put(route, announcement(route));
                collector.route(route, Events.announced(announcement(route), 1));
            }
        }
    }

    private final Map<Prefix, Announcement> signed = new HashMap<>();

    private Announcement announcement(RouteKey route) {
        return signed.computeIfAbsent(
                route.prefix(),
                prefix -> Events.announcement(signer.path(prefix, TARGET, 64501, 64502), 64501, 64502)
                        .build());
    }

    private static boolean all(Map<RouteKey, Verdict> table, PathState state) {
        return !table.isEmpty() && table.values().stream().allMatch(v -> v.getState() == state);
    }

    private static void publish(RedisRpkiRepository rpki, Lease lease, List<RouterKey> keys) {
        rpki.publish(lease, RpkiSnapshot.of(1, new Serial(1), keys), null);
    }

    private ValidatorUnderTest start(RedisServer redis) {
        return ValidatorUnderTest.start(kafka, redis, PARTITIONS, home);
    }

    private Path processFile() {
        return home.resolve("pathproof-validator").resolve("kafka-streams-process-metadata");
    }
}

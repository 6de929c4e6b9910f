// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.RedisServer;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.TestKeys;
import org.pathproof.rpki.redis.RedisRpkiRepository.Outcome;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import org.slf4j.LoggerFactory;

class RedisRpkiTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static RedisServer server;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<RpkiChange> heard = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void startRedis() throws IOException {
        server = RedisServer.inMemory();
    }

    @AfterAll
    static void stopRedis() {
        server.close();
    }

    @BeforeEach
    void flushServer() {
        server.flush();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private RedisRpkiRepository repository() {
        RedisRpkiRepository repository = new RedisRpkiRepository(server.uri());
        opened.add(repository);
        return repository;
    }

    private RedisRpkiSource source() {
        RedisRpkiSource source = new RedisRpkiSource(server.uri());
        source.onChange(heard::add);
        opened.add(source);
        return source.start();
    }

    private static RpkiSnapshot set(RpkiObject... objects) {
        return RpkiSnapshot.of(0, new Serial(0), List.of(objects));
    }

    private static Lease lease(RedisRpkiRepository repository) {
        return repository.acquire("test", LONG).orElseThrow();
    }

    private static void awaitData(RedisRpkiSource source, RpkiSnapshot wanted) {
        await().atMost(Duration.ofSeconds(15))
                .until(() -> source.current().filter(wanted::sameData).isPresent());
    }

    /** Redis can have damaged keys from an earlier version of key-sync. */
    @Test
    void aDamagedKeyInRedisIsLeftOutOfSnapshotsAndChanges() {
        RedisRpkiRepository repository = repository();
        Lease lease = lease(repository);
        repository.publish(lease, set(TestKeys.AS64496, TestKeys.DAMAGED_CURVE), null);
        RedisRpkiSource source = source();
        awaitData(source, set(TestKeys.AS64496));
        RouterKey another = TestKeys.numbered(7, 2);
        repository.publish(lease, set(another), null);
        awaitData(source, set(another));
        repository.publish(lease, set(another, TestKeys.AS64496, TestKeys.DAMAGED_CURVE), null);
        awaitData(source, set(another, TestKeys.AS64496));
    }

    @Test
    void aFollowerHasNothingUntilACompleteSetIsPublishedAndThenFollows() {
        RedisRpkiSource source = source();
        await().until(() -> source.status().connected());
        assertThat(source.current()).isEmpty();
        assertThat(source.status().problem()).contains("no RPKI data yet");

        RedisRpkiRepository repository = repository();
        Lease lease = lease(repository);
        RouterKey one = TestKeys.AS64496;
        Vrp vrp4 = new Vrp(Prefix.parse("10.1.2.0/23"), 24, 4_294_967_295L);
        Vrp vrp6 = new Vrp(Prefix.parse("2001:db8::/33"), 128, 0);
        Aspa aspa = new Aspa(65000, List.of(1L, 4_294_967_295L));
        assertThat(repository.publish(lease, set(one, vrp4, vrp6, aspa), null)).isEqualTo(Outcome.PUBLISHED);
        awaitData(source, set(one, vrp4, vrp6, aspa));
        assertThat(source.status().problem()).isNull();

        RouterKey two = TestKeys.numbered(7, 2);
        assertThat(repository.publish(lease, set(two, vrp4, aspa), null)).isEqualTo(Outcome.PUBLISHED);
        awaitData(source, set(two, vrp4, aspa));
        await().until(() -> heard.size() == 2);
        assertThat(heard.get(0).announced()).containsExactlyInAnyOrder(one, vrp4, vrp6, aspa);
        assertThat(heard.get(1).announced()).containsExactly(two);
        assertThat(heard.get(1).withdrawn()).containsExactlyInAnyOrder(one, vrp6);
        assertThat(heard.get(1).after().serial()).isEqualTo(new Serial(2));

        assertThat(repository.publish(lease, set(two, vrp4, aspa), null)).isEqualTo(Outcome.CONFIRMED);
        RedisRpkiSource late = source();
        awaitData(late, set(two, vrp4, aspa));
        assertThat(late.current().orElseThrow().serial())
                .isEqualTo(source.current().orElseThrow().serial());
        assertThat(late.current().orElseThrow().sessionId())
                .isEqualTo(source.current().orElseThrow().sessionId());
    }

    @Test
    void manyChangesEndInTheSameSetForEveryFollower() {
        RedisRpkiSource early = source();
        RedisRpkiRepository repository = repository();
        Lease lease = lease(repository);
        RpkiSnapshot wanted = set();
        for (int i = 0; i < 700; i++) { // more than the stream keeps, over several snapshots
            List<RpkiObject> next = new ArrayList<>(List.of(TestKeys.numbered(i, i)));
            for (int k = Math.max(0, i - 50); k < i; k++) {
                next.add(TestKeys.numbered(k, k));
            }
            wanted = RpkiSnapshot.of(0, new Serial(0), next);
            repository.publish(lease, wanted, null);
        }
        RedisRpkiSource late = source();
        awaitData(early, wanted);
        awaitData(late, wanted);
        assertThat(early.current().orElseThrow().serial()).isEqualTo(new Serial(700));
    }

    @Test
    void aWriterWithoutTheLeaseWritesNothing() {
        RedisRpkiRepository first = repository();
        RedisRpkiRepository second = repository();
        Lease stalled = first.acquire("first", Duration.ofMillis(50)).orElseThrow();
        assertThat(first.publish(stalled, set(TestKeys.numbered(1, 1)), null))
                .isIn(Outcome.PUBLISHED, Outcome.NOT_LEADER);
        await().until(() ->
                second.acquire("second", LONG).map(this::rememberLease).isPresent());
        assertThat(second.publish(held, set(TestKeys.numbered(2, 2)), null)).isEqualTo(Outcome.PUBLISHED);
        assertThat(first.publish(stalled, set(TestKeys.numbered(3, 3)), null)).isEqualTo(Outcome.NOT_LEADER);
        assertThat(first.renew(stalled, LONG)).isFalse();
        assertThat(first.acquire("first", LONG)).isEmpty();
        RedisRpkiSource source = source();
        awaitData(source, set(TestKeys.numbered(2, 2)));
        second.release(held);
        Lease again = first.acquire("first", LONG).orElseThrow();
        assertThat(again.token()).isGreaterThan(held.token());
        assertThat(first.publish(again, set(TestKeys.numbered(3, 3)), null)).isEqualTo(Outcome.PUBLISHED);
        awaitData(source, set(TestKeys.numbered(3, 3)));
    }

    @Test
    void aTokenExceedsThatOfTheLastWriterAfterTheCounterWasLost() {
        RedisRpkiRepository repository = repository();
        Lease before = lease(repository);
        assertThat(repository.publish(before, set(TestKeys.numbered(1, 1)), null))
                .isEqualTo(Outcome.PUBLISHED);
        server.cli("del", RpkiKeys.DEFAULT.fence(), RpkiKeys.DEFAULT.lease());

        Lease after = lease(repository);

        assertThat(after.token()).isGreaterThan(before.token());
        assertThat(repository.publish(after, set(TestKeys.numbered(2, 2)), null))
                .isEqualTo(Outcome.PUBLISHED);
    }

    private Lease held = new Lease("nobody", 0);

    private Lease rememberLease(Lease lease) {
        held = lease;
        return lease;
    }

    @Test
    void keepsTheSetWhileRedisIsStoppedOrEmpty() throws IOException {
        RedisRpkiRepository repository = repository();
        RpkiSnapshot wanted = set(TestKeys.AS64496, TestKeys.ON_P384, new Aspa(1, List.of(2L)));
        repository.publish(lease(repository), wanted, null);
        RedisRpkiSource source = source();
        awaitData(source, wanted);
        RpkiSet before = source.current().orElseThrow();
        int changes = heard.size();

        server.stop();
        await().atMost(Duration.ofSeconds(15)).until(() -> !source.status().connected());
        assertThat(source.status().problem()).contains("the last set stays in force");
        assertThat(source.current()).containsSame(before);

        server.restart();
        await().atMost(Duration.ofSeconds(15)).until(() -> source.status().connected());
        assertThat(source.status().problem()).contains("has lost the RPKI data");
        assertThat(source.current()).containsSame(before);
        assertThat(heard).hasSize(changes);

        Lease lease = lease(repository);
        assertThat(repository.confirm(lease, null)).isEqualTo(Outcome.PUBLISHED);
        await().atMost(Duration.ofSeconds(15)).until(() -> source.status().problem() == null);
        assertThat(wanted.sameData(source.current().orElseThrow())).isTrue();
        assertThat(source.current().orElseThrow().sessionId()).isEqualTo(before.sessionId());
        assertThat(source.current().orElseThrow().serial())
                .isEqualTo(before.serial().next());
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record KeyDump(byte[] key, byte[] value) {}

    @Test
    void anOlderRedisStateGetsAHigherSerialThanAnyFollower() {
        RedisRpkiRepository repository = repository();
        Lease lease = lease(repository);
        repository.publish(lease, set(TestKeys.numbered(1, 1)), null);
        RedisClient client = RedisClient.create(server.uri());
        try (var connection = client.connect(ByteArrayCodec.INSTANCE)) {
            List<KeyDump> older = new ArrayList<>();
            connection
                    .sync()
                    .keys("*")
                    .forEach(key -> older.add(new KeyDump(key, connection.sync().dump(key))));
            RpkiSnapshot latest = set(TestKeys.numbered(1, 1), TestKeys.numbered(2, 2));
            repository.publish(lease, set(TestKeys.numbered(2, 2)), null);
            repository.publish(lease, latest, null);
            RedisRpkiSource source = source();
            awaitData(source, latest);
            RpkiSet before = source.current().orElseThrow();

            connection.sync().flushall();
            older.forEach(kept -> connection.sync().restore(kept.key(), 0, kept.value()));
            assertThat(repository.confirm(lease, null)).isEqualTo(Outcome.PUBLISHED);

            RpkiSet written = repository.published().orElseThrow();
            assertThat(written.sessionId()).isEqualTo(before.sessionId());
            assertThat(written.serial().isAfter(before.serial())).isTrue();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> source.current().orElseThrow().serial().equals(written.serial()));
            assertThat(latest.sameData(source.current().orElseThrow())).isTrue();
        } finally {
            client.shutdown();
        }
    }

    @Test
    void anUnreadableSetIsReplaced() {
        RedisRpkiRepository repository = repository();
        Lease lease = lease(repository);
        repository.publish(lease, set(TestKeys.numbered(1, 1)), null);
        RpkiSet before = repository.published().orElseThrow();
        RedisClient client = RedisClient.create(server.uri());
        try (var connection = client.connect();
                RedisRpkiRepository other = new RedisRpkiRepository(server.uri())) {
            connection.sync().del(connection.sync().keys("*snapshot*").toArray(String[]::new));

            RpkiSnapshot wanted = set(TestKeys.numbered(2, 2));
            assertThat(other.holdsData()).isTrue();
            assertThat(other.publish(lease, wanted, null)).isEqualTo(Outcome.PUBLISHED);

            awaitData(source(), wanted);
            assertThat(other.published().orElseThrow().serial().isAfter(before.serial()))
                    .isTrue();
        } finally {
            client.shutdown();
        }
    }

    @Test
    void aNewSessionCausesAReloadAndPublishesTheDifference() {
        RedisRpkiRepository repository = repository();
        Lease lease = lease(repository);
        RouterKey stays = TestKeys.numbered(1, 1);
        repository.publish(lease, set(stays, TestKeys.numbered(2, 2)), null);
        RedisRpkiSource source = source();
        awaitData(source, set(stays, TestKeys.numbered(2, 2)));
        RedisClient client = RedisClient.create(server.uri());
        try (var connection = client.connect()) {
            // The next set starts another session, as after the loss of both Redis and the writer.
            connection.sync().del("{pathproof:rpki}:head", "{pathproof:rpki}:changes");
            try (RedisRpkiRepository other = new RedisRpkiRepository(server.uri())) {
                assertThat(other.publish(lease, set(stays, TestKeys.numbered(3, 3)), null))
                        .isEqualTo(Outcome.PUBLISHED);
            }
        } finally {
            client.shutdown();
        }
        awaitData(source, set(stays, TestKeys.numbered(3, 3)));
        await().until(() -> heard.size() == 2);
        assertThat(heard.get(1).announced()).containsExactly(TestKeys.numbered(3, 3));
        assertThat(heard.get(1).withdrawn()).containsExactly(TestKeys.numbered(2, 2));
    }

    @Test
    void expiryIsReportedAndTheSetKept() {
        RedisRpkiRepository repository = repository();
        repository.publish(
                lease(repository), set(TestKeys.AS64496), Instant.now().minusSeconds(1));
        RedisRpkiSource source = source();
        awaitData(source, set(TestKeys.AS64496));
        await().until(() -> source.status().problem() != null);
        assertThat(source.status().problem()).contains("expired");
    }

    @Test
    void aSetLargerThanTodaysRpkiIsPublishedAndFollowed() {
        List<RpkiObject> objects = new ArrayList<>();
        for (int i = 0; i < 600_000; i++) {
            objects.add(new Vrp(Prefix.ipv4(i << 10, 22), 24, i));
        }
        for (int i = 0; i < 100_000; i++) {
            objects.add(TestKeys.numbered(i, i));
        }
        Set<RpkiObject> distinct = new HashSet<>(objects);
        assertThat(distinct).hasSize(700_000);
        RpkiSnapshot wanted = RpkiSnapshot.of(0, new Serial(0), objects);
        RedisRpkiRepository repository = repository();
        Lease lease = lease(repository);
        long start = System.nanoTime();
        repository.publish(lease, wanted, null);
        long written = System.nanoTime();
        RedisRpkiSource source = source();
        await().atMost(Duration.ofSeconds(30)).until(() -> source.current().isPresent());
        long read = System.nanoTime();
        objects.removeLast();
        RpkiSnapshot less = RpkiSnapshot.of(0, new Serial(0), objects);
        long changing = System.nanoTime();
        repository.publish(lease, less, null);
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> source.current().orElseThrow().allRouterKeys().size() == 99_999);
        long changed = System.nanoTime();
        LoggerFactory.getLogger(RedisRpkiTest.class)
                .info(
                        "700,000 objects: written in {} ms, followed after {} ms; one key withdrawn in {} ms",
                        (written - start) / 1_000_000,
                        (read - written) / 1_000_000,
                        (changed - changing) / 1_000_000);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.assertj.core.data.TemporalUnitWithinOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.harness.OpenedResources;
import org.pathproof.harness.RedisServer;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.Serial;

/** Tests the way of the Expire Interval through Redis. */
class RedisExpiryTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final TemporalUnitWithinOffset CLOSE = new TemporalUnitWithinOffset(5, ChronoUnit.SECONDS);

    @TempDir
    Path folder;

    @RegisterExtension
    private final OpenedResources opened = new OpenedResources();

    private RedisServer server(String... options) {
        return opened.open(RedisServer.with(folder, options));
    }

    private void publish(String uri, Instant expires) {
        try (RedisRpkiRepository writer = new RedisRpkiRepository(uri)) {
            Lease lease = writer.acquire("test", LONG).orElseThrow();
            writer.publish(lease, Deployment.set(64496), expires);
            writer.confirm(lease, expires);
            writer.release(lease);
        }
    }

    private RedisRpkiSource follower(String uri) {
        RedisRpkiSource follower = opened.open(new RedisRpkiSource(uri)).start();
        await().atMost(Deployment.TIMEOUT).until(() -> follower.status().lastUpdate() != null);
        return follower;
    }

    private static void set(String uri, String field, Object value) {
        RedisClient client = RedisClient.create(uri);
        try (var connection = client.connect()) {
            connection.sync().hset("{pathproof:rpki}:head", field, String.valueOf(value));
        } finally {
            client.shutdown();
        }
    }

    @Test
    void everyFollowerHasTheExpiryAlsoAfterARestartOfAll() {
        RedisServer redis = server("--appendonly", "yes");
        Instant expires = Instant.now().plus(HOUR);
        publish(redis.uri(), expires);
        RedisRpkiSource one = follower(redis.uri());
        assertThat(one.status().expires()).isCloseTo(expires, CLOSE);
        assertThat(follower(redis.uri()).status().expires()).isCloseTo(expires, CLOSE);
        one.close();
        redis.restart();
        RpkiSource.Status after = follower(redis.uri()).status();
        assertThat(after.expires()).isCloseTo(expires, CLOSE);
        assertThat(after.problem()).isNull();
    }

    @Test
    void expiredDataAreStillExpiredAfterARestartOfAll() {
        RedisServer redis = server("--appendonly", "yes");
        publish(redis.uri(), Instant.now().minusSeconds(1));
        redis.restart();
        RpkiSource.Status status = follower(redis.uri()).status();
        assertThat(status.hasExpired(Instant.now())).isTrue();
        assertThat(status.problem()).contains("expired");
    }

    @Test
    void theExpiryGoesOnWhileRedisIsDown() {
        RedisServer redis = server();
        publish(redis.uri(), Instant.now().plusSeconds(3));
        RedisRpkiSource follower = follower(redis.uri());
        redis.stop();
        await().atMost(Deployment.TIMEOUT).until(() -> !follower.status().connected());
        await().atMost(Deployment.TIMEOUT).until(() -> follower.status().hasExpired(Instant.now()));
        assertThat(follower.current()).isPresent();
    }

    /** The head is that of a writer whose clock is ahead of the clock of Redis. */
    @Test
    void theClockOfTheWriterMayDiffer() {
        RedisServer redis = server();
        Instant expires = Instant.now().plus(HOUR);
        publish(redis.uri(), expires);
        Duration ahead = Duration.ofDays(3);
        set(redis.uri(), "expires", expires.plus(ahead).toEpochMilli());
        set(redis.uri(), "clock", -ahead.toMillis());
        assertThat(follower(redis.uri()).status().expires()).isCloseTo(expires, CLOSE);
    }

    /** An earlier version of key-sync does not write the clock. */
    @Test
    void withoutTheClockOfTheWriterTheOwnClockCounts() {
        RedisServer redis = server();
        Instant expires = Instant.now().plus(HOUR);
        publish(redis.uri(), expires);
        set(redis.uri(), "clock", "");
        assertThat(follower(redis.uri()).status().expires()).isCloseTo(expires, CLOSE);
    }

    /** Users of earlier installations may not execute TIME. */
    @Test
    void withoutTheRightToTheClockOfRedisTheOwnClockCounts() throws IOException {
        Path users = Files.writeString(folder.resolve("users.acl"), """
                user all on >CHANGE-ME ~* +@all -time
                user default off
                """);
        String uri = "redis://all:CHANGE-ME@127.0.0.1:"
                + server("--aclfile", users.toString()).port();
        Instant expires = Instant.now().plus(HOUR);
        publish(uri, expires);
        assertThat(follower(uri).status().expires()).isCloseTo(expires, CLOSE);
    }

    @ParameterizedTest
    @CsvSource({
        // expires, clock of Redis minus that of the writer, clock of Redis, own clock, remaining
        "PT1H, PT0S, PT0S, PT0S, PT1H",
        "PT1H, PT0S, PT50M, PT30M, PT10M",
        "PT1H, PT-24H, PT-24H, PT10M, PT1H",
        "PT1H, PT24H, PT25H, PT0S, PT0S",
        "PT1H, PT24H, PT26H, PT0S, PT-1H",
        "PT1H, , PT26H, PT20M, PT40M",
        "PT1H, PT24H, , PT20M, PT40M",
        "P1000000D, PT0S, PT0S, PT0S, P365D",
        "P-1000000D, PT0S, PT0S, PT0S, P-365D",
    })
    void theClockOfRedisCountsIfItIsKnown(
            Duration expires, @Nullable Duration clock, @Nullable Duration redis, Duration own, Duration remaining) {
        Head head = new Head(1, new Serial(1), "snapshot", 1, "0-0", NOW, NOW.plus(expires), clock);
        Instant redisTime = redis == null ? null : NOW.plus(redis);
        assertThat(head.remaining(redisTime, NOW.plus(own))).isEqualTo(remaining);
    }

    @Test
    void dataOfASourceWithoutExpiryNeverExpire() {
        Head head = new Head(1, new Serial(1), "snapshot", 1, "0-0", NOW, null, Duration.ZERO);
        assertThat(head.remaining(NOW, NOW)).isNull();
    }
}

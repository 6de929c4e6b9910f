// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.OpenedResources;
import org.pathproof.harness.RedisCluster;
import org.pathproof.harness.RedisSentinel;
import org.pathproof.harness.RedisServer;
import org.pathproof.rpki.RpkiSet;

/** Tests the set in a Redis with Sentinel, in a Redis Cluster, and with the users of docs/operators/redis.md. */
class RedisDeploymentsTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String HEAD = "{pathproof:rpki}:head";

    @TempDir
    Path folder;

    @RegisterExtension
    final OpenedResources opened = new OpenedResources();

    @Test
    void aFailoverBySentinelKeepsSessionAndSerial() {
        RedisSentinel redis = opened.open(new RedisSentinel(folder));
        Deployment deployment = new Deployment(opened, RedisAddress.of(redis.uri()));
        RpkiSet before = deployment.publish(64496);
        redis.master().awaitReplication();
        redis.master().kill();
        assertFollows(before, deployment.publish(64497));
    }

    @Test
    void aStoppedMasterIsReplacedBySentinel() {
        RedisSentinel redis = opened.open(new RedisSentinel(folder));
        String impatient = redis.uri().replace("#", "?timeout=3s#");
        Deployment deployment = new Deployment(opened, RedisAddress.of(impatient));
        RpkiSet before = deployment.publish(64496);
        redis.master().awaitReplication();
        RpkiSet during;
        redis.master().signal("STOP");
        try {
            during = deployment.publish(64497);
        } finally {
            redis.master().signal("CONT");
        }
        assertFollows(before, during);
        // The former master had an older set, and becomes a replica.
        assertFollows(during, deployment.publish(64498));
    }

    @Test
    void aClusterStoresTheSetInOneSlotWhoseMasterMayChange() throws IOException {
        RedisCluster redis = opened.open(new RedisCluster(folder, HEAD));
        Deployment deployment = new Deployment(opened, RedisAddress.of(redis.uri()));
        SourcesReportReader reports = opened.open(new SourcesReportReader(RedisAddress.of(redis.uri())));
        RpkiSet first = deployment.publish(64496);
        RpkiSet second = deployment.publish(64497);
        assertFollows(first, second);
        assertThat(redis.master().cli("exists", HEAD).strip()).isEqualTo("1");
        assertThat(reports.read()).isEmpty();

        // All connections stay open. The former master responds with MOVED.
        redis.master().awaitReplication();
        assertThat(redis.replica().cli("cluster", "failover").strip()).isEqualTo("OK");
        await().atMost(Deployment.TIMEOUT)
                .until(() -> redis.master().cli("role").startsWith("slave"));
        RpkiSet third = deployment.publish(64498);
        assertFollows(second, third);

        redis.replica().awaitReplication();
        redis.replica().kill();
        assertFollows(third, deployment.publish(64499));
        assertThat(redis.master().cli("role")).startsWith("master");
        await().atMost(Deployment.TIMEOUT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> reports.read().isEmpty());
    }

    private static void assertFollows(RpkiSet before, RpkiSet after) {
        assertThat(after.sessionId()).isEqualTo(before.sessionId());
        assertThat(after.serial().isAfter(before.serial())).isTrue();
    }

    private Path documentedUsers() throws IOException {
        String page = Files.readString(Path.of("../../docs/operators/redis.md"));
        Path users = folder.resolve("users.acl");
        Files.writeString(
                users,
                page.lines()
                                .map(String::strip)
                                .filter(line -> line.startsWith("user "))
                                .reduce("", (all, line) -> all + line + "\n")
                        + "user default off\n");
        assertThat(Files.readString(users)).contains("user key-sync", "user follower");
        return users;
    }

    @Test
    void theDocumentedUsersHaveThePermissionsThatTheyNeed() throws IOException {
        String host = "127.0.0.1:"
                + opened.open(RedisServer.with(
                                folder, "--aclfile", documentedUsers().toString()))
                        .port();
        RedisRpkiRepository writer = opened.open(new RedisRpkiRepository("redis://key-sync:CHANGE-ME@" + host));
        RedisRpkiSource follower = opened.open(new RedisRpkiSource("redis://follower:CHANGE-ME@" + host))
                .start();
        assertUsersWork(writer, follower);
        RedisRpkiRepository intruder = opened.open(new RedisRpkiRepository("redis://follower:CHANGE-ME@" + host));
        assertThatThrownBy(() -> intruder.acquire("intruder", LONG)).hasMessageContaining("NOPERM");
        // The user may request the master of a slot, but this server is no cluster.
        RedisRpkiRepository member = opened.open(new RedisRpkiRepository("redis-cluster://follower:CHANGE-ME@" + host));
        assertThatThrownBy(() -> member.acquire("member", LONG)).hasMessageContaining("cluster support disabled");
        RedisRpkiRepository stranger = opened.open(new RedisRpkiRepository("redis://" + host));
        assertThatThrownBy(() -> stranger.acquire("stranger", LONG)).isInstanceOf(RedisException.class);
    }

    private static void assertUsersWork(RedisRpkiRepository writer, RedisRpkiSource follower) {
        Lease lease = writer.acquire("test", LONG).orElseThrow();
        assertThat(writer.publish(lease, Deployment.set(64496), null)).isEqualTo(RedisRpkiRepository.Outcome.PUBLISHED);
        await().atMost(Deployment.TIMEOUT)
                .until(() -> Deployment.asNumbers(follower).equals(List.of(64496L)));
        assertThat(writer.publish(lease, Deployment.set(64497), null)).isEqualTo(RedisRpkiRepository.Outcome.PUBLISHED);
        assertThat(writer.confirm(lease, null)).isEqualTo(RedisRpkiRepository.Outcome.CONFIRMED);
        assertThat(writer.renew(lease, LONG)).isTrue();
        await().atMost(Deployment.TIMEOUT)
                .until(() -> Deployment.asNumbers(follower).equals(List.of(64497L)));
        writer.release(lease);
    }
}

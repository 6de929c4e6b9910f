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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Ports;
import org.pathproof.harness.Programs;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Tests the set in a Redis with Sentinel, and in one with the users of docs/reference/redis.md. */
class RedisDeploymentsTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration LEASE = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T open(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    private static RpkiSnapshot set(int asn) {
        return RpkiSnapshot.of(1, new Serial(1), List.of(new Vrp(Prefix.parse("192.0.2.0/24"), 24, asn)));
    }

    private static List<Long> asNumbers(RedisRpkiSource source) {
        return source.current().stream()
                .flatMap(set -> set.allVrps().stream())
                .map(Vrp::asn)
                .toList();
    }

    private ChildProcess redis(int port, String... more) throws IOException {
        Path home = Files.createDirectory(folder.resolve("redis-" + port));
        List<String> command = new ArrayList<>(List.of(
                Programs.require("redis-server"),
                "--port",
                "" + port,
                "--bind",
                "127.0.0.1",
                "--dir",
                home.toString(),
                "--save",
                "",
                "--appendonly",
                "no",
                "--repl-diskless-sync-delay",
                "0"));
        command.addAll(List.of(more));
        ChildProcess started = open(ChildProcess.start(home.resolve("redis.log"), command.toArray(String[]::new)));
        await().atMost(TIMEOUT).until(() -> Ports.accepts(port));
        return started;
    }

    private static String cli(int port, String... command) {
        List<String> all = new ArrayList<>(List.of(Programs.require("redis-cli"), "-p", "" + port));
        all.addAll(List.of(command));
        return ChildProcess.run(Duration.ofMinutes(1), all).output();
    }

    /** Publishes a set, with a new lease if necessary. Returns null while Redis or the lease is not available. */
    private static RedisRpkiRepository.@Nullable Outcome publish(RedisRpkiRepository writer, RpkiSnapshot set) {
        try {
            Optional<Lease> lease = writer.acquire("test", LEASE);
            return lease.isEmpty() ? null : writer.publish(lease.get(), set, null);
        } catch (RedisException e) {
            return null;
        }
    }

    @Test
    void aFailoverBySentinelKeepsSessionAndSerial() throws IOException {
        int first = Ports.free();
        int second = Ports.free();
        int sentinel = Ports.free();
        ChildProcess master = redis(first);
        redis(second, "--replicaof", "127.0.0.1 " + first);
        await().atMost(TIMEOUT).until(() -> cli(second, "info", "replication").contains("master_link_status:up"));
        Path configuration = folder.resolve("sentinel.conf");
        Files.writeString(configuration, """
                port %d
                bind 127.0.0.1
                dir %s
                sentinel monitor pathproof 127.0.0.1 %d 1
                sentinel down-after-milliseconds pathproof 1000
                sentinel failover-timeout pathproof 10000
                """.formatted(sentinel, folder, first));
        open(ChildProcess.start(
                folder.resolve("sentinel.log"),
                Programs.require("redis-server"),
                configuration.toString(),
                "--sentinel"));
        await().atMost(TIMEOUT).until(() -> Ports.accepts(sentinel));
        await().atMost(TIMEOUT)
                .until(() -> cli(sentinel, "sentinel", "replicas", "pathproof").contains("" + second));

        String uri = "redis-sentinel://127.0.0.1:" + sentinel + "/0#pathproof";
        RedisRpkiRepository writer = open(new RedisRpkiRepository(uri));
        RedisRpkiSource follower = open(new RedisRpkiSource(uri)).start();
        await().atMost(TIMEOUT).until(() -> publish(writer, set(64496)) == RedisRpkiRepository.Outcome.PUBLISHED);
        await().atMost(TIMEOUT).until(() -> asNumbers(follower).equals(List.of(64496L)));
        await().atMost(TIMEOUT)
                .until(() ->
                        cli(second, "exists", "{pathproof:rpki}:head").strip().endsWith("1"));
        RpkiSet before = follower.current().orElseThrow();

        master.kill();
        await().atMost(TIMEOUT).until(() -> publish(writer, set(64497)) == RedisRpkiRepository.Outcome.PUBLISHED);
        await().atMost(TIMEOUT).until(() -> asNumbers(follower).equals(List.of(64497L)));
        RpkiSet after = follower.current().orElseThrow();
        assertThat(after.sessionId()).isEqualTo(before.sessionId());
        assertThat(after.serial().isAfter(before.serial())).isTrue();
    }

    @Test
    void theDocumentedUsersHaveThePermissionsThatTheyNeed() throws IOException {
        int port = Ports.free();
        String page = Files.readString(Path.of("../../docs/reference/redis.md"));
        Path users = folder.resolve("users.acl");
        Files.writeString(
                users,
                page.lines()
                                .map(String::strip)
                                .filter(line -> line.startsWith("user "))
                                .reduce("", (all, line) -> all + line + "\n")
                        + "user default off\n");
        assertThat(Files.readString(users)).contains("user key-sync", "user follower");
        redis(port, "--aclfile", users.toString());
        RedisRpkiRepository writer = open(new RedisRpkiRepository("redis://key-sync:CHANGE-ME@127.0.0.1:" + port));
        RedisRpkiSource follower = open(new RedisRpkiSource("redis://follower:CHANGE-ME@127.0.0.1:" + port))
                .start();
        Lease lease = writer.acquire("test", Duration.ofMinutes(5)).orElseThrow();
        assertThat(writer.publish(lease, set(64496), null)).isEqualTo(RedisRpkiRepository.Outcome.PUBLISHED);
        await().atMost(TIMEOUT).until(() -> asNumbers(follower).equals(List.of(64496L)));
        assertThat(writer.publish(lease, set(64497), null)).isEqualTo(RedisRpkiRepository.Outcome.PUBLISHED);
        assertThat(writer.confirm(lease, null)).isEqualTo(RedisRpkiRepository.Outcome.CONFIRMED);
        assertThat(writer.renew(lease, Duration.ofMinutes(5))).isTrue();
        await().atMost(TIMEOUT).until(() -> asNumbers(follower).equals(List.of(64497L)));
        writer.release(lease);
        RedisRpkiRepository intruder = open(new RedisRpkiRepository("redis://follower:CHANGE-ME@127.0.0.1:" + port));
        assertThatThrownBy(() -> intruder.acquire("intruder", LEASE)).hasMessageContaining("NOPERM");
        RedisRpkiRepository stranger = open(new RedisRpkiRepository("redis://127.0.0.1:" + port));
        assertThatThrownBy(() -> stranger.acquire("stranger", LEASE)).isInstanceOf(RedisException.class);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.network.Ports;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class RedisSupervisorTest {
    private static final Duration RESTART_TIMEOUT = Duration.ofMinutes(1);

    @TempDir
    Path root;

    private Path folder = Path.of("");

    private final StringWriter printed = new StringWriter();
    private final Console console = new Console(new PrintWriter(printed));

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(root.resolve("redis"));
    }

    @Test
    void restartsAKilledServerWithItsDataForTheSameClients() throws Exception {
        try (RedisSupervisor redis = start(folder, console)) {
            set(redis.uri(), "42");
            for (int kill = 1; kill <= RedisSupervisor.REPORTED_FAILURES; kill++) {
                long killed = redis.pid();
                ProcessHandle.of(killed).orElseThrow().destroyForcibly();
                await().atMost(RESTART_TIMEOUT).until(() -> redis.pid() != killed && "42".equals(get(redis.uri())));
                assertThat(redis.restarts()).isEqualTo(kill);
            }
            assertThat(printed.toString()).contains("WARNING: Redis was ended by signal 9", "Redis runs again.");
            Health health = new RedisHealth(redis).health();
            assertThat(health).isNotNull();
            assertThat(health.getStatus()).as("health after repeated ends").isEqualTo(Status.DOWN);
            assertThat(health.getDetails().toString()).contains("ended 3 times within 10 minutes");
        }
    }

    @Test
    void healthIsDownUntilTheServerRunsAgain() throws Exception {
        try (RedisSupervisor redis = start(folder, console)) {
            RedisHealth health = new RedisHealth(redis);
            assertThat(status(health)).isEqualTo(Status.UP);
            // The next start fails, because the folder cannot be entered.
            Path away = root.resolve("away");
            Files.move(folder, away);
            ProcessHandle.of(redis.pid()).orElseThrow().destroyForcibly();
            await().atMost(RESTART_TIMEOUT).until(() -> status(health).equals(Status.DOWN));
            assertThat(redis.problem().orElseThrow()).contains("the last RPKI set stays in force");
            Files.move(away, folder);
            await().atMost(RESTART_TIMEOUT).until(() -> redis.restarts() > 0);
            assertThat(status(health)).isEqualTo(Status.UP);
        }
    }

    @Test
    void replacesAServerThatDoesNotAnswer() throws Exception {
        try (RedisSupervisor redis = start(folder, console)) {
            set(redis.uri(), "42");
            long stopped = redis.pid();
            new ProcessBuilder("kill", "-STOP", Long.toString(stopped)).start().waitFor();
            await().atMost(Duration.ofMinutes(3)).until(() -> redis.pid() != stopped && redis.restarts() == 1);
            assertThat(get(redis.uri())).isEqualTo("42");
            assertThat(printed.toString()).contains("Redis did not answer for 30 s");
            assertThat(ProcessHandle.of(stopped)).isEmpty();
        }
    }

    @Test
    void movesDamagedDataAsideAtTheStartAndLater() throws Exception {
        try (RedisSupervisor redis = start(folder, console)) {
            set(redis.uri(), "42");
        }
        damage();
        try (RedisSupervisor redis = start(folder, console)) {
            assertThat(get(redis.uri())).isNull();
            assertThat(redis.problem()).isEmpty();
            assertThat(redis.note().orElseThrow())
                    .contains("damaged", "set aside", aside().getFirst().toString());
            assertThat(printed.toString()).contains("WARNING: The data of Redis were damaged");

            set(redis.uri(), "43");
            long killed = redis.pid();
            damage();
            ProcessHandle.of(killed).orElseThrow().destroyForcibly();
            await().atMost(RESTART_TIMEOUT).until(() -> redis.restarts() == 1);
            assertThat(get(redis.uri())).isNull();
            assertThat(aside()).hasSize(2);
        }
    }

    @Test
    void keepsDataThatAreNotTheCauseOfAFailedStart() throws Exception {
        try (RedisSupervisor redis = start(folder, console)) {
            set(redis.uri(), "42");
        }
        RedisProgram broken = new RedisProgram(Path.of("/bin/false"), "7");
        assertThatThrownBy(() -> RedisSupervisor.start(broken, folder, root.resolve("log"), console, Clock.systemUTC()))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("ended with status 1");
        assertThat(aside()).isEmpty();
        try (RedisSupervisor redis = start(folder, console)) {
            assertThat(get(redis.uri())).isEqualTo("42");
        }
    }

    @Test
    void endsTheServerWithTheTokenOfTheFolderAndNoOther() throws Exception {
        String name = "pathproof-redis.pid";
        Process foreign = new ProcessBuilder("sleep", "600").start();
        RedisProcess orphan = run(folder);
        try {
            String[] known = Files.readString(folder.resolve(name)).split(" ");
            assertThat(known[0]).isEqualTo(Long.toString(orphan.pid()));
            assertThat(known[1]).matches("[0-9a-f]{32}");

            Path second = Files.createDirectory(root.resolve("second"));
            Files.writeString(second.resolve(name), foreign.pid() + " " + known[1]);
            run(second).close();
            assertThat(foreign.isAlive())
                    .as("another process with the id of the file")
                    .isTrue();
            assertThat(orphan.isAlive()).isTrue();

            // As after a crash: the file is there, and the server runs.
            RedisProcess next = run(folder);
            assertThat(orphan.isAlive()).isFalse();
            next.close();
        } finally {
            foreign.destroyForcibly();
            orphan.kill();
        }
    }

    private RedisProcess run(Path in) throws RedisProcess.EndedEarly {
        return RedisProcess.start(
                RedisProgram.find(),
                in,
                root.resolve("log"),
                new RedisProcess.Address(Ports.free(), "0123456789abcdef0123456789abcdef"));
    }

    @Test
    void leavesNoServerBehind() throws Exception {
        RedisSupervisor redis = start(folder, console);
        long pid = redis.pid();
        redis.close();
        assertThat(ProcessHandle.of(pid)).isEmpty();
        assertThat(printed.toString()).isEmpty();
    }

    @Test
    void namesThePackageToInstallWithoutASufficientRedis() throws Exception {
        Path bin = Files.createDirectory(root.resolve("bin"));
        assertThatThrownBy(() -> RedisProgram.find(List.of(bin)))
                .isInstanceOf(StartFailure.class)
                .hasMessage(
                        "there is no redis-server on this machine: install Redis 7.0 or later (Debian package redis-server),"
                                + " or set pathproof.redis.uri in --config");

        Path old = Files.writeString(
                bin.resolve("redis-server"),
                "#!/bin/sh\necho 'Redis server v=6.2.11 sha=00000000:0 malloc=libc bits=64'\n");
        assertThat(old.toFile().setExecutable(true)).isTrue();
        assertThatThrownBy(() -> RedisProgram.find(List.of(bin)))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining(old + " is version 6.2.11, which is too old: install Redis 7.0 or later");

        Path current = RedisProgram.find().path();
        Path valkey = Files.createSymbolicLink(bin.resolve("valkey-server"), current);
        assertThat(RedisProgram.find(List.of(bin)).path()).isEqualTo(valkey);
        assertThat(RedisProgram.find(List.of(bin, current.getParent())).path()).isEqualTo(current);
    }

    static RedisSupervisor start(Path folder, Console console) {
        return RedisSupervisor.start(
                RedisProgram.find(), folder, folder.resolveSibling("redis.log"), console, Clock.systemUTC());
    }

    /** Overwrites the middle of the newest append-only file. */
    private void damage() throws IOException {
        List<Path> files;
        try (Stream<Path> inside = Files.walk(folder.resolve("appendonlydir"))) {
            files = inside.filter(path -> path.toString().endsWith(".incr.aof")).toList();
        }
        byte[] content = Files.readAllBytes(files.getFirst());
        Arrays.fill(content, content.length / 3, 2 * content.length / 3, (byte) '?');
        Files.write(files.getFirst(), content);
    }

    private List<Path> aside() throws IOException {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(path -> path.getFileName().toString().startsWith("damaged-"))
                    .toList();
        }
    }

    private static Status status(RedisHealth health) {
        return Objects.requireNonNull(health.health()).getStatus();
    }

    private static void set(String uri, String value) {
        try (RedisClient client = RedisClient.create(uri);
                var connection = client.connect()) {
            connection.sync().set("key", value);
        }
    }

    /** Returns the value; null also while the server does not respond. */
    private static @Nullable String get(String uri) {
        try (RedisClient client = RedisClient.create(uri);
                var connection = client.connect()) {
            return connection.sync().get("key");
        } catch (RedisException e) {
            return null;
        }
    }
}

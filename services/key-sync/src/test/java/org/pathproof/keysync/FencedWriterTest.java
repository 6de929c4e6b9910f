// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.OpenedResources;
import org.pathproof.harness.RedisServer;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.pathproof.wire.rpki.Vrp;

/**
 * Tests that a writer that was stopped and continued cannot overwrite the data of its successor. Both processes have
 * the same instance name and different data, so only the fencing token distinguishes them.
 */
class FencedWriterTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @RegisterExtension
    final OpenedResources opened = new OpenedResources();

    private ChildProcess keySync(String name, RedisServer redis, int asn) throws IOException {
        Path json = folder.resolve(name + ".json");
        Files.writeString(
                json, "{\"roas\": [{\"asn\": %d, \"prefix\": \"192.0.2.0/24\", \"maxLength\": 24}]}".formatted(asn));
        return opened.open(ChildProcess.start(
                folder.resolve(name + ".log"),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1", // faster start
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                KeySyncApplication.class.getName(),
                "--server.port=0",
                "--pathproof.redis.uri=" + redis.uri(),
                "--pathproof.key-sync.instance=key-sync",
                "--pathproof.key-sync.lease=3s",
                "--pathproof.key-sync.poll=200ms",
                "--pathproof.key-sync.file=" + json));
    }

    private static List<Long> asNumbers(RedisRpkiSource follower) {
        return follower.current().stream()
                .flatMap(set -> set.allVrps().stream())
                .map(Vrp::asn)
                .toList();
    }

    private static int count(ChildProcess process, String words) {
        return process.output().split(words, -1).length - 1;
    }

    @Test
    void aWriterThatWasPausedCannotOverwriteItsSuccessor() throws IOException {
        RedisServer redis = opened.open(RedisServer.inMemory());
        RedisRpkiSource follower = opened.open(new RedisRpkiSource(redis.uri())).start();
        ChildProcess first = keySync("first", redis, 64496);
        await().atMost(TIMEOUT).until(() -> asNumbers(follower).equals(List.of(64496L)));
        ChildProcess second = keySync("second", redis, 64497);
        try {
            first.signal("STOP");
            await().atMost(TIMEOUT).until(() -> asNumbers(follower).equals(List.of(64497L)));
            RpkiSet taken = follower.current().orElseThrow();
            first.signal("CONT");
            await().atMost(TIMEOUT).until(() -> first.output().contains("Lease lost"));
            // The next file of the old writer arrives after this writer has detected the loss of the lease.
            Files.writeString(
                    folder.resolve("first.json"),
                    "{\"roas\": [{\"asn\": 64498, \"prefix\": \"192.0.2.0/24\", \"maxLength\": 24}]}");
            await().atMost(TIMEOUT).until(() -> count(first, "file read") >= 2);
            assertThat(asNumbers(follower)).containsExactly(64497L);
            assertThat(follower.current().orElseThrow().serial()).isEqualTo(taken.serial());
            assertThat(count(second, "Lease lost")).isZero();
        } finally {
            first.signal("CONT");
        }
    }
}

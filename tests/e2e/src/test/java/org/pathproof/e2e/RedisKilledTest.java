// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.attacks.Attack;
import org.pathproof.lab.attacks.Attack.KeyEvent;
import org.pathproof.rpki.rtr.RtrServer;

/**
 * Kills the Redis server of {@code ./pathproof up} and damages its file. A later change of the RPKI must still reach
 * the verdicts, without an operator.
 */
final class RedisKilledTest {
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    @Test
    void rpkiChangesReachVerdictsAfterRedisLostItsData() throws Exception {
        try (Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(folder, "--rtr", "127.0.0.1:" + cache.port())) {
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), pathproof.bmpPort));
            Attack attack = lab.attacks().stream()
                    .filter(m ->
                            !m.keyEvents().isEmpty() && m.keyEvents().getFirst().withdrawn())
                    .findFirst()
                    .orElseThrow();
            String prefix = attack.prefix().toString();
            KeyEvent withdrawal = attack.keyEvents().getFirst();
            awaitState(pathproof, prefix, "VALID");
            pathproof.awaitHealthy();
            long serial = serial(pathproof);

            ProcessHandle killed = pathproof.redis();
            killed.destroyForcibly();
            lab.apply(withdrawal);
            awaitState(pathproof, prefix, "NOT_VALID");
            assertThat(pathproof.redis().pid()).isNotEqualTo(killed.pid());
            pathproof.awaitHealthy();
            assertThat(pathproof.output()).contains("WARNING: Redis was ended by signal 9", "Redis runs again.");
            assertThat(serial(pathproof)).isGreaterThan(serial);

            // The server restarts without data, because its file is damaged.
            serial = serial(pathproof);
            damage();
            pathproof.redis().destroyForcibly();
            await("the message about damaged data")
                    .atMost(SETTLE_TIMEOUT)
                    .until(() -> pathproof.output().contains("The data of Redis were damaged"));
            pathproof.awaitHealthy();
            assertThat(states(pathproof, prefix)).containsOnly("NOT_VALID");
            assertThat(serial(pathproof)).isGreaterThan(serial);
            lab.apply(new KeyEvent(false, withdrawal.key()));
            awaitState(pathproof, prefix, "VALID");

            // The whole program restarts with a damaged file.
            pathproof.kill9();
            damage();
            pathproof.restart();
            pathproof.awaitHealthy();
            lab.apply(withdrawal);
            awaitState(pathproof, prefix, "NOT_VALID");
        }
    }

    private void damage() throws IOException {
        List<Path> files;
        try (Stream<Path> inside = Files.walk(folder.resolve("data/redis/appendonlydir"))) {
            files = inside.filter(Files::isRegularFile)
                    .filter(path -> !path.toString().endsWith(".manifest"))
                    .toList();
        }
        for (Path file : files) {
            byte[] content = Files.readAllBytes(file);
            Arrays.fill(content, content.length / 4, 3 * content.length / 4, (byte) '?');
            Files.write(file, content);
        }
    }

    private static long serial(RunningPathproof pathproof) {
        return pathproof
                .get("/actuator/prometheus", "text/plain")
                .body()
                .lines()
                .filter(line -> line.startsWith("pathproof_rpki_serial"))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .max()
                .orElseThrow();
    }

    private static List<String> states(RunningPathproof pathproof, String prefix) {
        return pathproof.routes("prefix=" + RunningPathproof.encoded(prefix)).stream()
                .map(RunningPathproof::state)
                .toList();
    }

    private static void awaitState(RunningPathproof pathproof, String prefix, String state) {
        await(prefix + " " + state).atMost(SETTLE_TIMEOUT).until(() -> {
            List<String> states = states(pathproof, prefix);
            return !states.isEmpty() && states.stream().allMatch(state::equals);
        });
    }
}

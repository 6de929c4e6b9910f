// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.pathproof.attack.site.StandaloneSite;

/**
 * Kills the program's Redis twice with SIGKILL. The program must restart Redis, and a change at the RTR cache must take
 * effect.
 */
final class RedisKilled implements Attack {
    private static final Duration RECOVERY_TIMEOUT = Duration.ofSeconds(60);
    private static final int KILLS = 2;

    @Override
    public String name() {
        return "redis-killed";
    }

    @Override
    public boolean requiresHealthOk() {
        return false;
    }

    @Override
    public void run(Target target, Consumer<String> faults) throws IOException, InterruptedException {
        StandaloneSite site = target.site();
        for (int kill = 1; kill <= KILLS; kill++) {
            List<ProcessHandle> servers = site.redisServers();
            if (servers.isEmpty()) {
                faults.accept("no Redis process was found before kill " + kill);
                return;
            }
            long before = vrps(site);
            for (ProcessHandle server : servers) {
                server.destroyForcibly();
                server.onExit().join();
            }
            target.world().detour(kill % 2 == 0);
            site.await(
                    "Redis process after kill " + kill,
                    RECOVERY_TIMEOUT,
                    () -> !site.redisServers().isEmpty());
            site.await("change of the RPKI set after kill " + kill, RECOVERY_TIMEOUT, () -> {
                long now = vrps(site);
                return now >= 0 && now != before;
            });
        }
    }

    private static long vrps(StandaloneSite site) {
        try {
            StandaloneSite.Answer answer = site.get("/api/v1/summary");
            return answer.status() == 200
                    ? answer.json().path("rpki").path("vrps").asLong(-1)
                    : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.lab.Churn;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.rpki.rtr.RtrServer;

/**
 * Kills all processes with SIGKILL under load. After the restart, every route and every verdict must equal those of a
 * run without a kill.
 */
final class KillTest {
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(3);
    /**
     * Interval between two ticks of the churn. Each tick sends a withdrawal and an announcement: 2,000 updates per
     * second.
     */
    private static final Duration UPDATE_INTERVAL = Duration.ofMillis(1);

    private static final int WITHDRAWN_ROUTES = 300;
    private static final int KILLS = 2;

    @TempDir
    Path folder;

    @Test
    void tableAfterARestartEqualsTheTableWithoutAKill() throws Exception {
        try (Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(folder, "--rtr", "127.0.0.1:" + cache.port())) {
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), pathproof.bmpPort));
            Map<String, String> undisturbed = settledTable(pathproof, lab);
            try (Churn churn = new Churn(lab, 1, WITHDRAWN_ROUTES)) {
                churn.start(UPDATE_INTERVAL);
                awaitUpdates(pathproof, 2_000);
            }
            assertThat(settledTable(pathproof, lab)).isEqualTo(undisturbed);

            for (int kill = 1; kill <= KILLS; kill++) {
                try (Churn churn = new Churn(lab, 1 + kill, WITHDRAWN_ROUTES)) {
                    churn.start(UPDATE_INTERVAL);
                    awaitUpdates(pathproof, 2_000);
                    pathproof.kill9();
                    pathproof.restart();
                    awaitUpdates(pathproof, 1_000);
                }
                assertThat(settledTable(pathproof, lab))
                        .as("after kill %d", kill)
                        .isEqualTo(undisturbed);
            }
        }
    }

    /** Waits until the collector has published a number of further events. */
    private static void awaitUpdates(RunningPathproof pathproof, double more) {
        double start = pathproof.metric("pathproof_route_events_total");
        await("updates")
                .atMost(SETTLE_TIMEOUT)
                .until(() -> pathproof.metric("pathproof_route_events_total") >= start + more);
    }

    /** Waits until the table is stable and has at least as many routes as are ordinary in the lab, and returns it. */
    private static Map<String, String> settledTable(RunningPathproof pathproof, Lab lab) {
        return pathproof.awaitSettledTable(
                route -> RunningPathproof.state(route) + " " + RunningPathproof.rules(route) + " "
                        + route.get("validity").get("origin").get("state").asString(),
                table -> table.size() >= lab.signedRoutes());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.SmallDisk;
import org.pathproof.lab.Churn;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.rpki.rtr.RtrServer;
import tools.jackson.databind.JsonNode;

/**
 * Tests {@code ./pathproof up} on a disk that fills up: routers wait, health gives the reason, and the intake resumes
 * when space is free again. Without the limits of {@code pathproof.disk}, the process ends on a full disk. After a
 * restart, the table is the same.
 */
final class DiskFullTest {
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(3);
    private static final int DISK_MIB = 700;
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    @Test
    void routersWaitWhileTheDiskIsFullAndNothingIsLost() throws Exception {
        Path settings = Files.writeString(folder.resolve("disk.yaml"), """
                pathproof:
                  disk:
                    warn: 300MB
                    stop: 200MB
                """);
        try (SmallDisk disk = SmallDisk.require(folder.resolve("data"), DISK_MIB);
                Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(
                        folder, "--rtr", "127.0.0.1:" + cache.port(), "--config", settings.toString())) {
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), pathproof.bmpPort));
            Map<String, String> undisturbed = settledTable(pathproof, lab);
            pathproof.awaitHealthy();

            disk.fill(250 * MIB);
            await("the warning")
                    .atMost(SETTLE_TIMEOUT)
                    .until(() -> component(pathproof, "disk")
                            .get("message")
                            .asString()
                            .contains("pathproof.disk.warn"));
            assertThat(pathproof.get("/api/v1/health", "application/json").statusCode())
                    .isEqualTo(200);

            disk.fill(100 * MIB);
            await("the stop")
                    .atMost(SETTLE_TIMEOUT)
                    .until(() -> component(pathproof, "disk")
                            .get("status")
                            .asString()
                            .equals("failing"));
            assertThat(component(pathproof, "disk").get("message").asString())
                    .startsWith("the intake of routes is closed: the disk of ")
                    .contains(" MB free and 200 MB must stay free (pathproof.disk.stop)");
            assertThat(component(pathproof, "collector").get("message").asString())
                    .contains("routers are not read");
            assertThat(pathproof.metric("pathproof_intake_open")).isZero();
            assertThat(pathproof.metric("pathproof_disk_free_bytes")).isLessThan(200e6);
            double before = pathproof.metric("pathproof_route_events_total");
            double received = pathproof.metric("pathproof_bmp_backpressure_seconds_total");
            try (Churn churn = new Churn(lab, 1, 300)) {
                churn.start(Duration.ofMillis(1));
                // The churn fills the socket buffers, so that back-pressure reaches the routers.
                await("answers while the intake is closed")
                        .during(Duration.ofSeconds(5))
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> pathproof
                                        .get("/api/v1/routes?limit=1", "application/json")
                                        .statusCode()
                                == 200);
                assertThat(pathproof.metric("pathproof_route_events_total")).isLessThanOrEqualTo(before + 10);
                disk.release();
                await("reopening of the intake")
                        .atMost(SETTLE_TIMEOUT)
                        .until(() -> pathproof.metric("pathproof_route_events_total") > before + 1_000);
            }
            assertThat(differences(undisturbed, settledTable(pathproof, lab))).isEmpty();
            pathproof.awaitHealthy();
            assertThat(pathproof.metric("pathproof_bmp_connections_closed_total"))
                    .isZero();
            assertThat(pathproof.metric("pathproof_bmp_backpressure_seconds_total"))
                    .isGreaterThanOrEqualTo(received);
        }
    }

    @Test
    void aLogThatCannotBeWrittenEndsTheProcessWithOneSentence() throws Exception {
        Path settings = Files.writeString(folder.resolve("disk.yaml"), "pathproof.disk: {warn: 0MB, stop: 0MB}\n");
        try (SmallDisk disk = SmallDisk.require(folder.resolve("data"), DISK_MIB);
                Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(
                        folder, "--rtr", "127.0.0.1:" + cache.port(), "--config", settings.toString())) {
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), pathproof.bmpPort));
            Map<String, String> undisturbed = settledTable(pathproof, lab);
            String before = pathproof.output();
            try (Churn churn = new Churn(lab, 1, 300)) {
                churn.start(Duration.ofMillis(1));
                disk.fill(0);
                assertThat(pathproof.awaitEnd(SETTLE_TIMEOUT)).isEqualTo(4);
            }
            List<String> end =
                    pathproof.output().substring(before.length()).lines().toList();
            assertThat(end).hasSize(1);
            assertThat(end.getFirst())
                    .startsWith("pathproof: ended, because the embedded Kafka broker failed")
                    .contains("MB free on that disk");

            disk.release();
            pathproof.restart();
            assertThat(differences(undisturbed, settledTable(pathproof, lab))).isEmpty();
        }
    }

    private static JsonNode component(RunningPathproof pathproof, String name) {
        return pathproof.json("/api/v1/health").get("components").get(name);
    }

    /** Waits until the table has every route of the routers and is stable, and returns it. */
    private static Map<String, String> settledTable(RunningPathproof pathproof, Lab lab) {
        return pathproof.awaitSettledTable(
                RunningPathproof::state,
                table -> !table.containsValue("UNVERIFIED") && pathproof.metric("pathproof_routes{") >= lab.routes());
    }

    /** Returns the routes that differ between two tables, or that one of them lacks. */
    private static Set<Map.Entry<String, String>> differences(Map<String, String> before, Map<String, String> after) {
        Set<Map.Entry<String, String>> differences = new HashSet<>(before.entrySet());
        differences.addAll(after.entrySet());
        differences.removeIf(entry -> entry.getValue().equals(before.get(entry.getKey()))
                && entry.getValue().equals(after.get(entry.getKey())));
        return differences;
    }
}

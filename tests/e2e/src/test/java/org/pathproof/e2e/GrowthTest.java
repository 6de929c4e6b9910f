// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.lab.Churn;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.rpki.rtr.RtrServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the size of the data folder under many updates with the bound of docs/operators/run.md. {@code
 * -Dpathproof.growth.updates=720000 -Dpathproof.growth.mebibytes=128} sends 720,000 updates, as many as 200 updates per
 * second make in one hour.
 */
final class GrowthTest {
    private static final Logger log = LoggerFactory.getLogger(GrowthTest.class);
    private static final int UPDATES = Integer.getInteger("pathproof.growth.updates", 60_000);
    private static final int ROUTES_MIB = Integer.getInteger("pathproof.growth.mebibytes", 16);
    private static final int PARTITIONS = 2;
    private static final long MIB = 1 << 20;
    private static final Duration TIMEOUT = Duration.ofMinutes(30);

    @TempDir
    Path folder;

    @Test
    void theDataFolderStaysWithinItsBound() throws Exception {
        Path settings = Files.writeString(folder.resolve("small.yaml"), """
                pathproof:
                  kafka:
                    route-partitions: %d
                    retention:
                      routes-size: %dMB
                """.formatted(PARTITIONS, ROUTES_MIB));
        Path data = folder.resolve("data");
        try (Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(
                        folder, "--rtr", "127.0.0.1:" + cache.port(), "--config", settings.toString())) {
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), pathproof.bmpPort));
            pathproof.awaitHealthy();
            await("the table").atMost(TIMEOUT).until(() -> pathproof.metric("pathproof_routes{") >= lab.routes());
            log.info("before: {}", sizes(data));
            double begun = pathproof.metric("pathproof_route_events_total");
            long largest = 0;
            try (Churn churn = new Churn(lab, 1, 300)) {
                churn.start(Duration.ofNanos(250_000));
                while (pathproof.metric("pathproof_route_events_total") - begun < UPDATES) {
                    largest = Math.max(largest, sizeOf(data, "kafka/pathproof.routes-"));
                    await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
                }
            }
            log.info("largest size of pathproof.routes: {}", megabytes((double) largest));
            log.info("after {} updates: {}", UPDATES, sizes(data));
            double routes = pathproof.metric("pathproof_routes{");
            await("retention")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> sizeOf(data, "kafka/pathproof.routes-") <= 1.25 * ROUTES_MIB * MIB);
            assertThat(sizeOf(data, "kafka/pathproof.routes-")).isGreaterThan(ROUTES_MIB * MIB / 2);
            double bound = 1.25 * ROUTES_MIB * MIB
                    + routes * 1_000 / 0.7
                    + PARTITIONS * 3 * 32 * MIB
                    + (24 + 8 * 32 + 50) * MIB
                    + 230e6;
            log.info("after retention: {}; bound: {}", sizes(data), megabytes(bound));
            assertThat((double) sizeOf(data, "")).isLessThan(bound);
            assertThat(pathproof.metric("pathproof_route_gaps_total")).isZero();
            pathproof.awaitHealthy();
        }
    }

    private static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }

    private static String sizes(Path data) {
        return String.format(
                Locale.ROOT,
                "data folder %.1f MB: routes %.1f, verdicts %.1f, rows %.1f, log files %.1f",
                sizeOf(data, "") / 1e6,
                sizeOf(data, "kafka/pathproof.routes-") / 1e6,
                sizeOf(data, "kafka/pathproof.verdicts-") / 1e6,
                sizeOf(data, "kafka/pathproof-validator-") / 1e6,
                sizeOf(data, "logs/") / 1e6);
    }

    /**
     * Returns the size in bytes of the files whose path in the folder starts with a prefix, without the sparse index
     * files of Kafka.
     */
    private static long sizeOf(Path data, String begin) {
        AtomicLong sum = new AtomicLong();
        try {
            Files.walkFileTree(data, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String name = data.relativize(file).toString();
                    if (name.startsWith(begin) && !name.endsWith("index")) {
                        sum.addAndGet(attributes.size());
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException gone) {
                    return FileVisitResult.CONTINUE; // deleted meanwhile
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sum.get();
    }
}

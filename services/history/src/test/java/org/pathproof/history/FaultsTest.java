// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.SmallDisk;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.history.engine.Archive;
import org.pathproof.history.engine.Upkeep;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.Dataset;
import org.pathproof.history.files.Gap;
import org.pathproof.history.files.Manifest;
import org.pathproof.history.health.HistoryHealth;
import org.springframework.boot.health.contributor.Status;

/** Faults of disks, files and topics. */
final class FaultsTest {
    private final EmbeddedKafka kafka = EmbeddedKafka.shared();

    @TempDir
    private Path folder;

    @BeforeEach
    void createTopics() {
        kafka.createTopics(RandomHistory.PARTITIONS, Topics.VERDICTS);
        kafka.createTopics(1, Topics.SESSIONS);
    }

    @Test
    void aFullDiskLosesNothing() throws Exception {
        Path small = folder.resolve("small");
        try (SmallDisk disk = SmallDisk.require(small, 24);
                KafkaProducer<byte[], byte[]> producer = kafka.producer()) {
            RandomHistory events;
            try (RunningHistory history = new RunningHistory(kafka, small)) {
                history.awaitComplete();
                events = new RandomHistory(1, producer);
                events.write(500);
                history.awaitRead();
                disk.fill(0);
                events.write(500);
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> history.status().sliceFailures() > 0);
                assertThat(String.valueOf(history.status().problem())).contains("cannot be written");
                assertThat(history.bean(HistoryHealth.class).health().getStatus())
                        .isEqualTo(Status.OUT_OF_SERVICE);
                assertThat(history.get("/api/v1/history/changes").statusCode()).isEqualTo(200);
                disk.release();
                events.write(500);
                history.awaitRead();
            }
            events.model().assertEqual(WrittenHistory.changes(small), 0);
        }
    }

    @Test
    void aDamagedFileIsSetAsideByNameAndIsAGap() throws Exception {
        DataFile damaged;
        try (KafkaProducer<byte[], byte[]> producer = kafka.producer()) {
            RandomHistory events;
            try (RunningHistory history = new RunningHistory(kafka, folder)) {
                history.awaitComplete();
                events = new RandomHistory(2, producer);
                events.write(500);
                history.awaitRead();
            }
            damaged = WrittenHistory.manifest(folder)
                    .files(Dataset.CHANGES)
                    .findFirst()
                    .orElseThrow();
            try (RandomAccessFile file =
                    new RandomAccessFile(folder.resolve(damaged.name()).toFile(), "rw")) {
                file.seek(damaged.bytes() / 2);
                int old = file.read();
                file.seek(damaged.bytes() / 2);
                file.write(old ^ 0x55);
            }
            try (RunningHistory history = new RunningHistory(kafka, folder)) {
                history.awaitRead();
                assertThat(history.status().liveRoutes())
                        .isEqualTo(events.model().live().size());
                Manifest manifest = history.bean(Archive.class).manifest();
                assertThat(manifest.names()).doesNotContain(damaged.name());
                assertThat(manifest.gaps()).extracting(Gap::reason).containsExactly(Gap.Reason.DAMAGED_FILE);
                // The comparison finds the difference of each route at most once.
                assertThat(history.json("/api/v1/history/changes?cause=gap&limit=10000")
                                .get("changes"))
                        .hasSizeLessThanOrEqualTo(160);
                assertThat(folder.resolve(damaged.name() + ".damaged")).exists();
                assertThat(history.bean(HistoryHealth.class).health().getStatus())
                        .isEqualTo(Status.OUT_OF_SERVICE);
                assertThat(history.json("/api/v1/history/changes")
                                .get("gaps")
                                .get(0)
                                .get("detail")
                                .asString())
                        .contains(damaged.name());
            }
        }
    }

    @Test
    void theManifestBeforeADamagedOneApplies() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = kafka.producer()) {
            RandomHistory events;
            try (RunningHistory history = new RunningHistory(kafka, folder)) {
                history.awaitComplete();
                events = new RandomHistory(3, producer);
                events.write(500);
                history.awaitRead();
                history.bean(Upkeep.class).run();
            }
            try (Stream<Path> files = Files.list(folder)) {
                Path newest = files.filter(file -> file.getFileName().toString().startsWith("manifest-"))
                        .max((a, b) -> Long.compare(number(a), number(b)))
                        .orElseThrow();
                Files.writeString(newest, "{\"format\":1");
            }
            try (RunningHistory history = new RunningHistory(kafka, folder)) {
                history.awaitComplete();
                events.write(500);
                history.awaitRead();
            }
            events.model().assertEqual(WrittenHistory.changes(folder), 0);
        }
    }

    private static long number(Path manifest) {
        return Long.parseLong(manifest.getFileName().toString().substring("manifest-".length()));
    }

    @Test
    void aTopicThatWasCreatedAgainIsAGapAndItsRoutesAreComparedAgain() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = kafka.producer();
                RunningHistory history = new RunningHistory(kafka, folder)) {
            history.awaitComplete();
            RandomHistory events = new RandomHistory(4, producer);
            events.write(300);
            history.awaitRead();
            assertThat(history.status().liveRoutes()).isPositive();
            kafka.deleteTopic(Topics.VERDICTS);
            await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
                kafka.createTopics(RandomHistory.PARTITIONS, Topics.VERDICTS);
                return true;
            });
            await().atMost(Duration.ofSeconds(40))
                    .until(() -> history.bean(Archive.class).manifest().gaps().stream()
                                    .anyMatch(gap -> gap.reason() == Gap.Reason.TOPIC_REPLACED)
                            && history.status().isComplete());
            history.awaitRead();
            assertThat(history.status().liveRoutes()).isZero();
            List<String> causes = history.json("/api/v1/history/changes?kind=withdrawn&cause=gap&window=1h")
                    .get("changes")
                    .findValuesAsString("cause");
            assertThat(causes).isNotEmpty().containsOnly("gap");
        }
    }
}

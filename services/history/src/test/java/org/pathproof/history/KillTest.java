// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.kafka.EmbeddedKafka;

/** Kills a history at random times under load, and compares its files with a model. */
final class KillTest {
    private static final int KILLS = Integer.getInteger("pathproof.history.kills", 6);
    private static final long LONGEST_LIFE_MS = 5_000;

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();

    @TempDir
    private Path folder;

    @TempDir
    private Path logs;

    @BeforeEach
    void createTopics() {
        kafka.createTopics(RandomHistory.PARTITIONS, Topics.VERDICTS);
        kafka.createTopics(1, Topics.SESSIONS);
    }

    @Test
    void noKillLosesOrRepeatsAChange() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        // The empty topics are the baseline.
        try (RunningHistory first = new RunningHistory(kafka, folder)) {
            first.awaitComplete();
        }
        try (KafkaProducer<byte[], byte[]> producer = kafka.producer()) {
            RandomHistory events = new RandomHistory(seed, producer);
            Thread load = Thread.ofPlatform().start(() -> {
                while (!events.isStopped()) {
                    events.write(50);
                }
            });
            try {
                for (int kill = 0; kill < KILLS; kill++) {
                    ChildProcess history = start(kill);
                    // A start takes some seconds; half of the kills hit one.
                    boolean ended =
                            history.process().waitFor(2_000 + random.nextLong(LONGEST_LIFE_MS), TimeUnit.MILLISECONDS);
                    assertThat(ended).as(history.output()).isFalse();
                    history.kill();
                    history.awaitEnd(Duration.ofSeconds(20));
                }
            } finally {
                events.stop();
                load.join();
            }
            try (RunningHistory last = new RunningHistory(kafka, folder)) {
                last.awaitRead();
            }
            List<String> expected = events.model().changes();
            assertThat(expected).hasSizeGreaterThan(1_000);
            events.model().assertEqual(WrittenHistory.changes(folder), seed);
        }
    }

    private ChildProcess start(int number) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                HistoryApplication.class.getName()));
        command.addAll(RunningHistory.arguments(kafka, folder));
        return ChildProcess.start(logs.resolve("history-" + number + ".log"), command);
    }
}

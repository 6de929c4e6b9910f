// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.history.engine.Upkeep;

/** Compares the files of the history with a model, over random events, restarts, merges and snapshots. */
final class ExactnessTest {
    private final EmbeddedKafka kafka = EmbeddedKafka.shared();

    @TempDir
    private Path folder;

    @BeforeEach
    void createTopics() {
        kafka.createTopics(RandomHistory.PARTITIONS, Topics.VERDICTS);
        kafka.createTopics(1, Topics.SESSIONS);
    }

    @Test
    void theHistoryHasEachChangeOnce() throws Exception {
        long seed = System.nanoTime();
        try (KafkaProducer<byte[], byte[]> producer = kafka.producer()) {
            RandomHistory events = null;
            for (int round = 0; round < 4; round++) {
                try (RunningHistory history =
                        new RunningHistory(kafka, folder, "pathproof.history.snapshot-interval=1s")) {
                    history.awaitComplete();
                    if (events == null) {
                        events = new RandomHistory(seed, producer);
                    }
                    for (int part = 0; part < 3; part++) {
                        events.write(1_500);
                        history.awaitRead();
                        history.bean(Upkeep.class).run();
                    }
                    assertThat(history.status().liveRoutes())
                            .as("live routes, seed %d", seed)
                            .isEqualTo(events.model().live().size());
                }
                events.model().assertEqual(WrittenHistory.changes(folder), seed);
            }
        }
    }
}

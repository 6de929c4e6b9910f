// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.history.engine.Upkeep;
import org.pathproof.history.files.Dataset;
import tools.jackson.databind.JsonNode;

/** A history that begins with routes that were there before. */
final class BaselineTest {
    private final EmbeddedKafka kafka = EmbeddedKafka.shared();

    @TempDir
    private Path folder;

    @BeforeEach
    void createTopics() {
        kafka.createTopics(RandomHistory.PARTITIONS, Topics.VERDICTS);
        kafka.createTopics(1, Topics.SESSIONS);
    }

    @Test
    void earlierRoutesAreStateAndNoChanges() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = kafka.producer()) {
            RandomHistory events = new RandomHistory(5, producer);
            events.write(800);
            int before = events.model().live().size();
            try (RunningHistory history = new RunningHistory(kafka, folder)) {
                history.awaitRead();
                assertThat(history.status().liveRoutes()).isEqualTo(before);
                assertThat(history.json("/api/v1/history/changes?window=1h").get("changes"))
                        .isEmpty();
                assertThat(history.json("/api/v1/history/top?by=router").get("top"))
                        .isEmpty();
                assertThat(routes(history)).isEqualTo(before);
                events.model().forgetChanges();
                events.write(800);
                history.awaitRead();
                history.bean(Upkeep.class).run();
            }
            events.model().assertEqual(WrittenHistory.changes(folder), 5);
            List<String> baseline = WrittenHistory.rows(folder, Dataset.BASELINE);
            assertThat(baseline).isNotEmpty().allMatch(row -> row.contains(" BASELINE "));
            try (RunningHistory history = new RunningHistory(kafka, folder)) {
                history.awaitRead();
                assertThat(history.status().liveRoutes())
                        .isEqualTo(events.model().live().size());
                events.write(300);
                history.awaitRead();
                assertThat(routes(history)).isEqualTo(events.model().live().size());
            }
            events.model().assertEqual(WrittenHistory.changes(folder), 5);
        }
    }

    /** Returns the last number of routes in the chart of coverage. */
    private static long routes(RunningHistory history) {
        JsonNode points = history.json("/api/v1/history/coverage?step=1m&window=10m&to="
                        + Instant.now().plusSeconds(120))
                .get("points");
        return points.get(points.size() - 1).get("routes").asLong();
    }
}

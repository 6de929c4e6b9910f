// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.harness.kafka.EmbeddedKafka;
import tools.jackson.databind.JsonNode;

/** Flaps of an hour of which no file is written yet. */
final class RecentFlapsTest {
    private final EmbeddedKafka kafka = EmbeddedKafka.shared();

    @Test
    void changesInMemoryAreFlaps(@TempDir Path folder) {
        kafka.createTopics(RandomHistory.PARTITIONS, Topics.VERDICTS);
        kafka.createTopics(1, Topics.SESSIONS);
        try (RunningHistory history = new RunningHistory(kafka, folder, "pathproof.history.slice-interval=1h");
                KafkaProducer<byte[], byte[]> producer = kafka.producer()) {
            history.awaitComplete();
            byte[] key = Records.key("203.0.113.0/24", 21).toBytes();
            long hour = Instant.now().truncatedTo(ChronoUnit.HOURS).toEpochMilli();
            for (int i = 0; i < 5; i++) {
                var _ = producer.send(new ProducerRecord<>(
                        Topics.VERDICTS,
                        PrefixPartitioner.partition(key, RandomHistory.PARTITIONS),
                        hour + i,
                        key,
                        Records.bytes(Records.verdict(
                                PathState.UNSIGNED, OriginState.ORIGIN_VALID, 1, List.of(65_021, 64_510 + i)))));
            }
            producer.flush();
            history.awaitRead();
            JsonNode flaps = history.json("/api/v1/history/flaps").get("flaps");
            assertThat(flaps).hasSize(1);
            assertThat(flaps.get(0).get("changes").asInt()).isEqualTo(5);
        }
    }
}

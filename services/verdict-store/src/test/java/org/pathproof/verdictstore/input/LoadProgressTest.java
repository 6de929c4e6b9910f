// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class LoadProgressTest {
    private static final Position BEGIN = new Position(new long[] {5}, new long[] {10, 0, 7});
    private static final Map<TopicPartition, Long> ENDS = Map.of(
            new TopicPartition(KafkaTopics.SESSIONS, 0), 9L,
            new TopicPartition(KafkaTopics.VERDICTS, 0), 110L,
            new TopicPartition(KafkaTopics.VERDICTS, 1), 50L,
            new TopicPartition(KafkaTopics.VERDICTS, 2), 7L);

    @Test
    void countsFromTheBeginOfTheReading() {
        assertThat(LoadProgress.of(BEGIN, BEGIN, ENDS).partitions())
                .extracting(LoadProgress.Partition::left)
                .containsExactly(100L, 50L, 0L);
        Position now = new Position(new long[] {5}, new long[] {85, 20, 7});
        assertThat(LoadProgress.of(BEGIN, now, ENDS).partitions())
                .containsExactly(
                        new LoadProgress.Partition(0, 75, 100),
                        new LoadProgress.Partition(1, 20, 50),
                        new LoadProgress.Partition(2, 0, 0))
                .extracting(LoadProgress.Partition::percent)
                .containsExactly(75, 40, 100);
    }

    /** A poll may return records that arrived after the start. */
    @Test
    void neverCountsMoreThanThereWas() {
        Position now = new Position(new long[] {9}, new long[] {200, 60, 9});
        assertThat(LoadProgress.of(BEGIN, now, ENDS).partitions()).allSatisfy(partition -> {
            assertThat(partition.left()).isZero();
            assertThat(partition.percent()).isEqualTo(100);
        });
    }
}

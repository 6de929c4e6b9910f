// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.Topics;
import org.pathproof.history.files.Gap;
import org.pathproof.history.files.Manifest;

/** The gaps between a manifest and the topics. The manifest has read 100 records up to the time of 1,000 s. */
final class TopicStateTest {
    private static final TopicPartition SESSIONS = new TopicPartition(Topics.SESSIONS, 0);
    private static final TopicPartition VERDICTS = new TopicPartition(Topics.VERDICTS, 0);
    private static final long READ_US = TimeUnit.SECONDS.toMicros(1_000);
    private static final long KEPT_MS = TimeUnit.MINUTES.toMillis(10);
    private static final long TOMBSTONES_MS = TimeUnit.HOURS.toMillis(1);
    private static final Manifest MANIFEST = Manifest.EMPTY
            .restarted(Map.of("t", "1"), List.of(0L), List.of(0L), List.of(0L))
            .withOffsets(1, List.of(10L), List.of(100L), List.of(READ_US), READ_US)
            .complete(1);

    private static TopicState topics(String id, long start, long end) {
        return new TopicState(
                Map.of("t", id),
                List.of(SESSIONS),
                List.of(VERDICTS),
                Map.of(SESSIONS, 0L, VERDICTS, start),
                Map.of(SESSIONS, 10L, VERDICTS, end),
                KEPT_MS,
                TOMBSTONES_MS);
    }

    private static long after(long minutes) {
        return READ_US + TimeUnit.MINUTES.toMicros(minutes);
    }

    @Test
    void aShortAbsenceIsNoGap() {
        assertThat(topics("1", 0, 500).gap(MANIFEST, after(9))).isEmpty();
    }

    @Test
    void aLongAbsenceWithoutRecordsIsNoGap() {
        assertThat(topics("1", 0, 100).gap(MANIFEST, after(600))).isEmpty();
    }

    @Test
    void aLongAbsenceIsAGapUpToTheRecordsThatKafkaKeeps() {
        TopicState topics = topics("1", 0, 500);
        Gap gap = topics.gap(MANIFEST, after(30)).orElseThrow();
        assertThat(gap.reason()).isEqualTo(Gap.Reason.COMPACTED);
        assertThat(gap.fromUs()).isEqualTo(READ_US);
        assertThat(gap.toUs()).isEqualTo(after(20));
        assertThat(gap.detail()).contains("1800 s").contains("600 s").contains("min.compaction.lag.ms");
        assertThat(topics.needsResync(gap)).isFalse();
    }

    @Test
    void anAbsenceBeyondTheWithdrawalsNeedsAComparison() {
        TopicState topics = topics("1", 0, 500);
        assertThat(topics.needsResync(topics.gap(MANIFEST, after(90)).orElseThrow()))
                .isTrue();
    }

    @Test
    void deletedRecordsAreAGap() {
        TopicState topics = topics("1", 101, 500);
        Gap gap = topics.gap(MANIFEST, after(1)).orElseThrow();
        assertThat(gap.reason()).isEqualTo(Gap.Reason.DELETED);
        assertThat(topics.needsResync(gap)).isTrue();
    }

    @Test
    void anotherTopicIsAGap() {
        TopicState topics = topics("2", 0, 500);
        Gap gap = topics.gap(MANIFEST, after(1)).orElseThrow();
        assertThat(gap.reason()).isEqualTo(Gap.Reason.TOPIC_REPLACED);
        assertThat(topics.needsResync(gap)).isTrue();
    }
}

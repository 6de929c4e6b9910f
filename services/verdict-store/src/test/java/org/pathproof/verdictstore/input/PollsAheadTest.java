// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.internals.AutoOffsetResetStrategy;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PollsAheadTest {
    private static final TopicPartition PARTITION = new TopicPartition(KafkaTopics.VERDICTS, 0);
    private static final int MANY = 10;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>(AutoOffsetResetStrategy.NONE.name());
    private final PollsAhead polls = new PollsAhead(consumer, records -> records >= MANY, 4 * MANY);
    private long end;

    @BeforeEach
    void assign() {
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.seek(PARTITION, 0);
        consumer.setMaxPollRecords(MANY);
    }

    private void write(int records) {
        for (int i = 0; i < records; i++) {
            consumer.addRecord(new ConsumerRecord<>(KafkaTopics.VERDICTS, 0, end++, new byte[1], new byte[1]));
        }
    }

    private static long first(PolledRecords polled) {
        return polled.verdicts().iterator().next().get(0).offset();
    }

    @Test
    void continuesAPollWithManyRecords() {
        write(3 * MANY + 1);
        assertThat(polls.next().count()).isEqualTo(3 * MANY + 1);
        write(MANY - 1);
        assertThat(polls.next().count()).isEqualTo(MANY - 1);
        write(6 * MANY);
        assertThat(polls.next().count()).isEqualTo(4 * MANY);
        assertThat(polls.next().count()).isEqualTo(2 * MANY);
    }

    @Test
    void returnsWhatWasPolledAheadOnce() {
        write(2);
        assertThat(first(polls.next())).isZero();
        write(3);
        polls.pollAhead();
        assertThat(consumer.position(PARTITION)).isEqualTo(5);
        PolledRecords ahead = polls.next();
        assertThat(ahead.count()).isEqualTo(3);
        assertThat(first(ahead)).isEqualTo(2);
        polls.pollAhead(); // there is nothing
        write(1);
        assertThat(first(polls.next())).isEqualTo(5);
    }

    /** The records before the failure are told first. */
    @Test
    void throwsTheFailureOfAPollAheadLater() {
        consumer.setPollException(new KafkaException("gone"));
        polls.pollAhead();
        assertThatExceptionOfType(KafkaException.class).isThrownBy(polls::next).withMessage("gone");
        write(1);
        assertThat(polls.next().count()).isEqualTo(1);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/** The epochs of the leaders that wrote the last records of partitions. Thread-safe. */
final class LeaderEpochs {
    private final Map<TopicPartition, Integer> epochs = new ConcurrentHashMap<>();

    /** Adds the epochs of the records of a poll. */
    void add(ConsumerRecords<?, ?> records) {
        for (TopicPartition partition : records.partitions()) {
            List<? extends ConsumerRecord<?, ?>> polled = records.records(partition);
            polled.getLast().leaderEpoch().ifPresent(epoch -> epochs.put(partition, epoch));
        }
    }

    /** Adds the epochs of partitions. */
    void add(Map<TopicPartition, Integer> more) {
        epochs.putAll(more);
    }

    /** Replaces all epochs. */
    void set(Map<TopicPartition, Integer> by) {
        epochs.clear();
        epochs.putAll(by);
    }

    Map<TopicPartition, Integer> byPartition() {
        return Map.copyOf(epochs);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.pathproof.telemetry.tracing.TraceClock;

/** The records of one poll, or of several polls one after another. Not thread-safe. */
final class PolledRecords {
    private final List<ConsumerRecord<byte[], byte[]>> sessions = new ArrayList<>();
    private final SequencedMap<Integer, VerdictRun> verdicts = new TreeMap<>();
    private final Map<TopicPartition, Integer> leaderEpochs = new HashMap<>();
    private int count;
    private long micros;

    /** Adds the records of a poll, which has just ended, after those of earlier ones. */
    void add(ConsumerRecords<byte[], byte[]> polled) {
        micros = TraceClock.nowMicros();
        for (TopicPartition partition : polled.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> records = polled.records(partition);
            records.getLast().leaderEpoch().ifPresent(epoch -> leaderEpochs.put(partition, epoch));
            if (partition.topic().equals(KafkaTopics.SESSIONS)) {
                sessions.addAll(records);
            } else {
                verdicts.computeIfAbsent(partition.partition(), VerdictRun::new).add(records);
            }
        }
        count += polled.count();
    }

    /** Returns the number of records. */
    int count() {
        return count;
    }

    /** Returns the time of the last poll, microseconds since 1970. */
    long micros() {
        return micros;
    }

    /** Returns the epochs of the leaders that wrote the last record of each partition, as far as they are known. */
    Map<TopicPartition, Integer> leaderEpochs() {
        return leaderEpochs;
    }

    /** Returns the records of sessions and of gaps, in order. */
    List<ConsumerRecord<byte[], byte[]>> sessions() {
        return sessions;
    }

    /** Returns the verdicts by partition. */
    Collection<VerdictRun> verdicts() {
        return verdicts.values();
    }
}

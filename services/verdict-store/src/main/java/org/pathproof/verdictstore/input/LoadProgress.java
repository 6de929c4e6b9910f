// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Progress of the reading of all records that were there before the start, by partition of the verdicts. Offsets count
 * as records, although some have none.
 *
 * @param partitions the partitions in the order of their numbers; empty before and after the reading
 */
public record LoadProgress(List<Partition> partitions) {
    /** There is no reading. */
    static final LoadProgress NONE = new LoadProgress(List.of());

    private static final int PERCENT = 100;

    /**
     * Progress of one partition.
     *
     * @param number number of the partition, which is that of its shard
     * @param read number of records that were read
     * @param records number of all records
     */
    public record Partition(int number, long read, long records) {
        /** Returns the number of records that are left. */
        public long left() {
            return records - read;
        }

        /** Returns the part that was read, from 0 to 100. */
        public int percent() {
            return records == 0 ? PERCENT : (int) (PERCENT * read / records);
        }
    }

    /** Copies the list. */
    public LoadProgress {
        partitions = List.copyOf(partitions);
    }

    /**
     * Returns the progress of a reading.
     *
     * @param begin position at which the reading began
     * @param now present position
     * @param ends the end of each partition
     */
    static LoadProgress of(Position begin, Position now, Map<TopicPartition, Long> ends) {
        List<Partition> partitions = new ArrayList<>();
        for (TopicPartition partition : begin.partitions()) {
            if (partition.topic().equals(KafkaTopics.VERDICTS)) {
                long first = begin.next(partition);
                long records = Math.max(0, ends.getOrDefault(partition, first) - first);
                long read = Math.min(records, now.next(partition) - first);
                partitions.add(new Partition(partition.partition(), read, records));
            }
        }
        return new LoadProgress(partitions);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.input;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** The time up to which all records of the verdicts were read. For one thread. */
final class ReadProgress {
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final Clock clock;
    private Map<TopicPartition, Long> ends = Map.of();
    private long endsUs;
    private long requested = System.nanoTime();
    private long readUs;

    ReadProgress(Clock clock) {
        this.clock = clock;
    }

    /** Begins with a new consumer. */
    void restart() {
        ends = Map.of();
    }

    void setReadUs(long us) {
        readUs = us;
    }

    /** Returns the time up to which all records were read, microseconds since 1970. */
    long readUs() {
        return readUs;
    }

    /** Requests the ends of the verdicts from time to time: what was committed before is read when they are reached. */
    void requestEnds(Consumer<byte[], byte[]> verdicts, List<TopicPartition> partitions) {
        if (ends.isEmpty() || System.nanoTime() - requested > INTERVAL.toNanos()) {
            requested = System.nanoTime();
            long before = WriterState.nowUs(clock);
            ends = verdicts.endOffsets(partitions);
            endsUs = before;
        }
    }

    /** Compares the offsets of a state with the ends. Returns the number of unread records. */
    long note(List<TopicPartition> partitions, WriterState state) {
        long lag = 0;
        long oldest = endsUs;
        for (TopicPartition partition : partitions) {
            long unread = ends.getOrDefault(partition, 0L) - state.verdictOffset(partition.partition());
            if (unread > 0) {
                lag += unread;
                oldest = Math.min(oldest, Math.max(readUs, state.lastUs(partition.partition())));
            }
        }
        readUs = Math.max(readUs, oldest);
        return lag;
    }
}

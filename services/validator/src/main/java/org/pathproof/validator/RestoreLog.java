// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says how long it took to read rows back from changelogs, when nothing is left to read. */
final class RestoreLog implements StateRestoreListener {
    private static final Logger log = LoggerFactory.getLogger(RestoreLog.class);

    private final Set<TopicPartition> restoring = new HashSet<>();
    private int partitions;
    private long rows;
    private long begun;

    @Override
    public synchronized void onRestoreStart(TopicPartition partition, String store, long from, long to) {
        if (restoring.isEmpty()) {
            partitions = 0;
            rows = 0;
            begun = System.nanoTime();
        }
        restoring.add(partition);
        partitions++;
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long to, long count) {
        // What is told at the end is enough.
    }

    @Override
    public synchronized void onRestoreEnd(TopicPartition partition, String store, long total) {
        rows += total;
        end(partition);
    }

    @Override
    public synchronized void onRestoreSuspended(TopicPartition partition, String store, long total) {
        rows += total;
        end(partition);
    }

    private void end(TopicPartition partition) {
        if (restoring.remove(partition) && restoring.isEmpty()) {
            log.info(
                    "Read {} rows of {} partitions back in {} ms",
                    rows,
                    partitions,
                    Duration.ofNanos(System.nanoTime() - begun).toMillis());
        }
    }
}

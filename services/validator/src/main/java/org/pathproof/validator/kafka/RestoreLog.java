// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the number of restored rows and the duration, once all partitions are restored. */
final class RestoreLog implements StateRestoreListener {
    private static final Logger log = LoggerFactory.getLogger(RestoreLog.class);

    private final Set<TopicPartition> restoring = new HashSet<>();
    private int partitions;
    private long rows;
    private long startedAt;

    @Override
    public synchronized void onRestoreStart(TopicPartition partition, String store, long from, long to) {
        if (restoring.isEmpty()) {
            partitions = 0;
            rows = 0;
            startedAt = System.nanoTime();
        }
        restoring.add(partition);
        partitions++;
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long to, long count) {
        // The total is logged at the end.
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
                    "Restored rows={} partitions={} ms={}",
                    rows,
                    partitions,
                    Duration.ofNanos(System.nanoTime() - startedAt).toMillis());
        }
    }
}

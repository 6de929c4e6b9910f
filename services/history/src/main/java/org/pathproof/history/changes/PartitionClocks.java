// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import java.time.Clock;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Makes the times of the records of a partition monotonic, so that the order of times is the order of changes. Another
 * validator, whose clock is behind, may write after a rebalance. A time in the future counts as now. Not thread-safe.
 */
public final class PartitionClocks {
    private static final long MAX_AHEAD_US = TimeUnit.MINUTES.toMicros(1);

    private final Clock clock;
    private final long[] lastUs;

    /** @param lastUs last times of the partitions, microseconds since 1970; 0 for none */
    public PartitionClocks(Clock clock, long[] lastUs) {
        this.clock = clock;
        this.lastUs = lastUs.clone();
    }

    /**
     * Returns the time of a record.
     *
     * @param timestampMs timestamp of the record in Kafka, milliseconds since 1970
     * @return microseconds since 1970
     */
    long time(int partition, long timestampMs) {
        long time = TimeUnit.MILLISECONDS.toMicros(timestampMs);
        long now = TimeUnit.MILLISECONDS.toMicros(clock.millis());
        if (time > now + MAX_AHEAD_US) {
            time = now;
        }
        lastUs[partition] = Math.max(lastUs[partition], time);
        return lastUs[partition];
    }

    /** Returns the last times of the partitions. */
    public long[] lastUs() {
        return Arrays.copyOf(lastUs, lastUs.length);
    }
}

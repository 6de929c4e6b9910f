// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

/**
 * The rate of records over about the last quarter of a second. Older records count less: the weight of a record falls
 * exponentially with its age. Not safe for use by several threads.
 */
public final class RecordRate {
    private static final double MEMORY_NANOS = 250e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private double weight;
    private long at;

    /** @param now current time in nanoseconds, like {@link System#nanoTime} */
    public RecordRate(long now) {
        at = now;
    }

    /** Adds {@code records} that arrived at {@code now}, in nanoseconds. */
    public void add(long records, long now) {
        age(now);
        weight += records;
    }

    /** Returns the records per second at {@code now}, in nanoseconds. */
    public double perSecond(long now) {
        age(now);
        return weight * NANOS_PER_SECOND / MEMORY_NANOS;
    }

    private void age(long now) {
        if (now - at > 0) {
            weight *= Math.exp((at - now) / MEMORY_NANOS);
            at = now;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import java.time.Duration;

/**
 * The time for which a stage of the pipeline collects records before it sends or commits them together. Each request
 * and each commit costs several stages CPU time, however few records it has. The window follows from the load. Records
 * that arrive together, such as those of one poll, are one arrival.
 *
 * <ul>
 *   <li>While at most one arrival is expected within the usual window, waiting saves nothing: the window is 0.
 *   <li>At higher rates the window grows with the share of arrivals that have company, up to the usual window.
 *   <li>A backlog delays its records by the time that its processing takes. The window then is that time, up to the
 *       longest window, because a wait of the same length adds little.
 * </ul>
 *
 * <p>The usual windows of all stages together are four fifths of the latency target. The rest is for the stages' work
 * and for requests. The first stage has the larger window: its requests decide how often the later stages work. With
 * few collectors, each poll of the validator has the records of one request, and the validator's window is 0.
 *
 * @param usualNanos window at high rates without a backlog, in nanoseconds
 * @param longestNanos window with a large backlog, in nanoseconds
 */
public record BatchWindow(long usualNanos, long longestNanos) {
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * Checks the windows.
     *
     * @throws IllegalArgumentException if the usual window is negative or exceeds the longest one
     */
    public BatchWindow {
        if (usualNanos < 0 || usualNanos > longestNanos) {
            throw new IllegalArgumentException(
                    "usual window of " + usualNanos + " ns: allowed is 0 to the longest, " + longestNanos + " ns");
        }
    }

    /**
     * Returns the window of route events before their produce request: half of the target.
     *
     * @param latencyTarget target of the latency from a router's update to the readable verdict, 99th percentile
     */
    public static BatchWindow ofEvents(Duration latencyTarget) {
        long window = latencyTarget.toNanos() / 2;
        return new BatchWindow(window, window);
    }

    /**
     * Returns the window of verdicts before their commit: three tenths of the target, and twice the target with a
     * large backlog, which has exceeded the target already.
     *
     * @param latencyTarget target of the latency from a router's update to the readable verdict, 99th percentile
     */
    public static BatchWindow ofVerdicts(Duration latencyTarget) {
        long target = latencyTarget.toNanos();
        return new BatchWindow(3 * target / 10, 2 * target);
    }

    /**
     * Returns the window for records that arrive one by one, without a backlog, in nanoseconds.
     *
     * @param recordsPerSecond observed rate of records
     */
    public long nanos(double recordsPerSecond) {
        return nanos(recordsPerSecond, recordsPerSecond, 0);
    }

    /**
     * Returns the window under a load, in nanoseconds.
     *
     * @param arrivalsPerSecond observed rate of arrivals, each of one or more records
     * @param recordsPerSecond observed rate of records
     * @param backlog number of records that wait
     */
    public long nanos(double arrivalsPerSecond, double recordsPerSecond, long backlog) {
        if (recordsPerSecond * usualNanos <= NANOS_PER_SECOND) {
            return 0;
        }
        double expected = arrivalsPerSecond * usualNanos / NANOS_PER_SECOND;
        double window = expected <= 1 ? 0 : usualNanos * (1 - 1 / expected);
        double delay = backlog / recordsPerSecond * NANOS_PER_SECOND;
        return (long) Math.min(Math.max(window, delay), (double) longestNanos);
    }
}

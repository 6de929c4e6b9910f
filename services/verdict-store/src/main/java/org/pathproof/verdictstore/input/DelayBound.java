// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Estimates an upper bound for the age of the oldest unread record, without reading the record. Samples the ends of the
 * partitions at intervals. A reader that has passed all ends of a sample has read every record older than the sample.
 * The oldest unread record is therefore younger than the sample. The bound exceeds the age by about one interval at
 * most. The excess is larger when the reader is more than {@value #MAX_SAMPLES} samples behind, because every other
 * sample is then removed.
 *
 * <p>Thread-safe.
 */
final class DelayBound {
    /** Age above which the newest sample is outdated. */
    private static final Duration MAX_SAMPLE_AGE = Duration.ofSeconds(2);

    private static final int MAX_SAMPLES = 512;

    private final LongSupplier nanoTime;
    /** Samples that the reader has not passed, oldest first. */
    private final Deque<Sample> open = new ArrayDeque<>();

    private @Nullable Long passedAt;
    private @Nullable Long inputPassedAt;
    private long lag = -1;
    private @Nullable Map<TopicPartition, Long> lastEnds;
    private boolean moving = true;

    private record Sample(long at, @Nullable Long inputAt, Map<TopicPartition, Long> ends) {}

    /** @param nanoTime a clock such as {@link System#nanoTime} */
    DelayBound(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Adds a sample of partitions whose records are their own input. */
    synchronized void check(long at, Map<TopicPartition, Long> ends, Map<TopicPartition, Long> positions) {
        check(at, at, ends, positions);
    }

    /**
     * Adds a sample.
     *
     * @param at time before the ends were requested, in nanoseconds
     * @param inputAt all input from before this time had been written to the partitions at {@code at}; null while
     *     unknown
     * @param ends the ends of all partitions
     * @param positions the next offsets to read, requested after the ends; 0 for an absent partition
     */
    synchronized void check(
            long at, @Nullable Long inputAt, Map<TopicPartition, Long> ends, Map<TopicPartition, Long> positions) {
        moving = !ends.equals(lastEnds);
        lastEnds = Map.copyOf(ends);
        open.addLast(new Sample(at, inputAt, lastEnds));
        while (!open.isEmpty() && behind(open.getFirst(), positions) == 0) {
            Sample passed = open.removeFirst();
            passedAt = passed.at;
            inputPassedAt = passed.inputAt;
        }
        lag = open.isEmpty() ? 0 : behind(open.getLast(), positions);
        if (open.size() > MAX_SAMPLES) {
            removeEveryOtherSample();
        }
    }

    /** Removes all samples, because the reader starts again. */
    synchronized void reset() {
        open.clear();
        passedAt = null;
        inputPassedAt = null;
        lag = -1;
        lastEnds = null;
        moving = true;
    }

    /** Returns the time of the newest sample that the reader has passed; null if there is none. */
    synchronized @Nullable Long passedAt() {
        return passedAt;
    }

    /** Returns true if the reader has read the results of all input from before {@code at}, in nanoseconds. */
    synchronized boolean hasPassedInput(long at) {
        return inputPassedAt != null && inputPassedAt - at > 0;
    }

    /**
     * Returns an upper bound for the age of the oldest input whose result is unread; null if no bound is known. The
     * bound is tighter than the sum of the input's bound and {@link #now}.
     */
    synchronized @Nullable Duration sinceInput() {
        return inputPassedAt == null ? null : age(inputPassedAt);
    }

    /** Returns true if nothing is unread, and the partitions have not grown since the sample before the last. */
    synchronized boolean isAtRest() {
        return lag == 0 && !moving;
    }

    /** Returns the bound; zero if the reader had read everything at a recent sample, null if no bound is known. */
    synchronized @Nullable Duration now() {
        if (passedAt == null) {
            return null;
        }
        Duration age = age(passedAt);
        return open.isEmpty() && age.compareTo(MAX_SAMPLE_AGE) <= 0 ? Duration.ZERO : age;
    }

    /** Returns the number of unread offsets at the last sample; -1 before the first sample. */
    synchronized long lag() {
        return lag;
    }

    private Duration age(long at) {
        return Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - at));
    }

    private static long behind(Sample sample, Map<TopicPartition, Long> positions) {
        long behind = 0;
        for (Map.Entry<TopicPartition, Long> end : sample.ends.entrySet()) {
            behind += Math.max(0, end.getValue() - positions.getOrDefault(end.getKey(), 0L));
        }
        return behind;
    }

    /** Removes every other sample. The bound becomes coarser but stays a bound. */
    private void removeEveryOtherSample() {
        boolean remove = false;
        for (Iterator<Sample> samples = open.iterator(); samples.hasNext(); remove = !remove) {
            samples.next();
            if (remove && samples.hasNext()) {
                samples.remove();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the age of the oldest record that a reader has not read yet, without reading it. The ends of the partitions are sampled again
 * and again: a reader that has passed all ends of a sample has read every record that was there at that time, so the oldest record that
 * it lacks is younger than that sample. The bound is never too low. It is at most one sampling interval too high.
 *
 * <p>Thread-safe.
 */
final class DelayBound {
    /** A newest sample that is older than this says nothing about now. */
    private static final long MAX_SAMPLE_AGE_NANOS = Duration.ofSeconds(1).toNanos();

    private static final int MAX_SAMPLES = 512;

    private final LongSupplier nanoTime;
    /** Samples that were not passed yet, oldest first. */
    private final Deque<Sample> open = new ArrayDeque<>();

    private @Nullable Long passedAt;
    private long lag = -1;

    private record Sample(long at, Map<TopicPartition, Long> ends) {}

    /** @param nanoTime as {@link System#nanoTime} */
    DelayBound(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * One check.
     *
     * @param at when asking for the ends began, in nanoseconds
     * @param ends the ends of all partitions
     * @param positions the offsets of the next records to read, asked for after the ends; a partition without one is at 0
     */
    synchronized void check(long at, Map<TopicPartition, Long> ends, Map<TopicPartition, Long> positions) {
        open.addLast(new Sample(at, Map.copyOf(ends)));
        while (!open.isEmpty() && behind(open.getFirst(), positions) == 0) {
            passedAt = open.removeFirst().at;
        }
        lag = open.isEmpty() ? 0 : behind(open.getLast(), positions);
        if (open.size() > MAX_SAMPLES) {
            removeEveryOtherSample();
        }
    }

    /** Forgets everything: the reader begins anew. */
    synchronized void reset() {
        open.clear();
        passedAt = null;
        lag = -1;
    }

    /** Returns true when the reader has ever passed all that was there at a check. */
    synchronized boolean isKnown() {
        return passedAt != null;
    }

    /** Returns true when the reader has passed all that was there later than {@code at}, in nanoseconds. */
    synchronized boolean hasPassed(long at) {
        return passedAt != null && passedAt - at > 0;
    }

    /** Zero when the reader lacked nothing at the last check, a moment ago; null while no bound is known. */
    synchronized @Nullable Duration now() {
        if (passedAt == null) {
            return null;
        }
        long age = Math.max(0, nanoTime.getAsLong() - passedAt);
        return open.isEmpty() && age <= MAX_SAMPLE_AGE_NANOS ? Duration.ZERO : Duration.ofNanos(age);
    }

    /** Returns the number of offsets that the reader lacked at the last check; -1 before the first. */
    synchronized long lag() {
        return lag;
    }

    private static long behind(Sample sample, Map<TopicPartition, Long> positions) {
        long behind = 0;
        for (Map.Entry<TopicPartition, Long> end : sample.ends.entrySet()) {
            behind += Math.max(0, end.getValue() - positions.getOrDefault(end.getKey(), 0L));
        }
        return behind;
    }

    /** Leaves out every other sample: the bound of a reader that is far behind becomes coarser, and stays a bound. */
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

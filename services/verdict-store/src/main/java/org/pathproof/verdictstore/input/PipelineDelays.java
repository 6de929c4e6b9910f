// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The delays of the validators and of the table behind the route events, from the offsets that {@link PipelineMonitor}
 * reads. A delay grows with the time since the last check, also while Kafka does not respond. Thread-safe.
 */
final class PipelineDelays {
    private final Duration limit;
    private final DelayBound validation;
    private final DelayBound reading;
    private final DelayThreshold validationLateness;
    private final DelayThreshold readingLateness;
    private final DelayThreshold tableLateness;
    private final long created;
    private volatile @Nullable String problem = "the progress of the validators was not read from Kafka yet";
    private volatile boolean caughtUp;
    private volatile Supplier<Duration> inputDelay = () -> Duration.ZERO;

    /** @param limit delay above which the table counts as late */
    PipelineDelays(Duration limit, LongSupplier nanoTime) {
        this.limit = limit;
        validation = new DelayBound(nanoTime);
        reading = new DelayBound(nanoTime);
        validationLateness = new DelayThreshold(limit);
        readingLateness = new DelayThreshold(limit);
        tableLateness = new DelayThreshold(limit);
        created = nanoTime.getAsLong();
    }

    Duration limit() {
        return limit;
    }

    /** Returns the current delays. */
    PipelineStatus status() {
        Duration validated = validation.now();
        Duration read = reading.now();
        Duration behindEvents = table(validated, read, reading.sinceInput(), limit);
        Duration behindRouters = behindEvents == null ? null : behindEvents.plus(inputDelay.get());
        return new PipelineStatus(
                problem,
                caughtUp,
                validation.lag(),
                validated,
                validationLateness.isLate(validated),
                reading.lag(),
                read,
                readingLateness.isLate(behindEvents),
                behindRouters,
                tableLateness.isLate(behindRouters));
    }

    /** Adds the delay before the route events to that of the table, from now on. */
    void addInputDelay(Supplier<Duration> delay) {
        inputDelay = delay;
    }

    /**
     * Returns the delay of the table behind the route events; null while unknown. If both readers had read everything,
     * the delay is zero until the limit has passed since their last check, because records may have come since then.
     *
     * @param validated delay of the validators
     * @param read delay of the store
     * @param sinceInput age of the newest input before which all input is in the table
     */
    static @Nullable Duration table(
            @Nullable Duration validated, @Nullable Duration read, @Nullable Duration sinceInput, Duration limit) {
        if (validated == null || read == null || sinceInput == null) {
            return null;
        }
        boolean allRead = validated.isZero() && read.isZero() && sinceInput.compareTo(limit) <= 0;
        return allRead ? Duration.ZERO : sinceInput;
    }

    /**
     * Returns true if all route events that were in Kafka at a time are validated, and their verdicts are in the table.
     *
     * @param at a value of {@link System#nanoTime}
     */
    boolean hasPassed(long at) {
        return reading.hasPassedInput(at);
    }

    /** Returns true while the partitions do not grow and nothing is unread. */
    boolean isAtRest() {
        return validation.isAtRest() && reading.isAtRest();
    }

    /**
     * Adds the offsets of the validators.
     *
     * @param at time before the ends were requested, in nanoseconds
     * @return time of the newest route event before which all route events are validated; null while unknown
     */
    @Nullable
    Long checkValidation(long at, Map<TopicPartition, Long> ends, Map<TopicPartition, Long> committed) {
        validation.check(at, ends, committed);
        return validation.passedAt();
    }

    /**
     * Adds the offsets of the store.
     *
     * @param at time before the ends were requested, in nanoseconds
     * @param validatedAt result of {@link #checkValidation}
     */
    void checkReading(
            long at, @Nullable Long validatedAt, Map<TopicPartition, Long> ends, Map<TopicPartition, Long> positions) {
        reading.check(at, validatedAt, ends, positions);
    }

    /** Forgets the delay of the store, which has no position. */
    void resetReading() {
        reading.reset();
    }

    /**
     * Ends a complete check. Returns true if the table has all route events from before the start for the first time.
     */
    boolean completeCheck() {
        problem = null;
        if (caughtUp || !hasPassed(created)) {
            return false;
        }
        caughtUp = true;
        return true;
    }

    /** Sets the reason for which the delays cannot be measured. Returns false if the reason is unchanged. */
    boolean setProblem(String message) {
        boolean changed = !message.equals(problem);
        problem = message;
        return changed;
    }
}

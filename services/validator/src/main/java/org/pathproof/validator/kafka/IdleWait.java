// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import java.time.Duration;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The waits of one consumer for records. After a quiet time, waits become longer, so that an idle thread needs little
 * CPU time. Records end a wait, and so does {@link #wake}.
 *
 * <p>Only the thread of the consumer polls. Any thread may wake it.
 */
final class IdleWait {
    private static final Logger log = LoggerFactory.getLogger(IdleWait.class);

    /**
     * The wait of a quiet thread. Tasks count as stuck when they have not reported for a second, and a stop waits for
     * the end of the wait.
     */
    static final Duration LONG = Duration.ofMillis(500);

    private final Function<Duration, ConsumerRecords<byte[], byte[]>> poll;
    private final Runnable interrupt;
    private final Object lock = new Object();
    // Guarded by the lock.
    private boolean isWaiting;
    private boolean isInterrupted; // the current wait was interrupted
    private boolean hasWork; // work has arrived since the last wait began

    private final QuietTime quiet;

    /**
     * @param poll waits for records
     * @param interrupt makes the current or the next call of {@code poll} throw WakeupException at once; called by any
     *     thread
     */
    IdleWait(Function<Duration, ConsumerRecords<byte[], byte[]>> poll, Runnable interrupt, long now) {
        this.poll = poll;
        this.interrupt = interrupt;
        this.quiet = new QuietTime(now);
    }

    /** Ends the current wait, or makes the next one short. */
    void wake() {
        synchronized (lock) {
            hasWork = true;
            if (isWaiting && !isInterrupted) {
                isInterrupted = true;
                interrupt.run();
            }
        }
    }

    /** Records at time {@code now}, in nanoseconds, that the thread is not idle. */
    void recordWork(long now) {
        quiet.recordWork(now);
    }

    /**
     * Waits up to {@code usual}, or for {@link #LONG} if the consumer is quiet at time {@code now}, in nanoseconds.
     * Returns no records if the wait was interrupted.
     */
    ConsumerRecords<byte[], byte[]> poll(Duration usual, long now) {
        if (!quiet.isQuiet(now) || usual.compareTo(LONG) >= 0) {
            return poll.apply(usual);
        }
        return begin() ? waitLong() : poll.apply(Duration.ZERO);
    }

    /** Begins a long wait; returns false if work has arrived since the last one. */
    private boolean begin() {
        synchronized (lock) {
            isWaiting = !hasWork;
            hasWork = false;
            return isWaiting;
        }
    }

    private ConsumerRecords<byte[], byte[]> waitLong() {
        boolean isOver = false; // by an exception that took the interruption
        try {
            return poll.apply(LONG);
        } catch (WakeupException e) {
            isOver = true;
            return ConsumerRecords.empty();
        } finally {
            if (end() && !isOver) {
                takeInterruption();
            }
        }
    }

    /** Ends a long wait; returns true if it was interrupted. */
    private boolean end() {
        synchronized (lock) {
            boolean wasInterrupted = isInterrupted;
            isWaiting = false;
            isInterrupted = false;
            hasWork = false;
            return wasInterrupted;
        }
    }

    /**
     * Takes an interruption that came after the end of its wait. Another call of the consumer would throw it.
     *
     * @throws IllegalStateException if the consumer was not interrupted and has read records, which would be lost
     */
    private void takeInterruption() {
        try {
            if (!poll.apply(Duration.ZERO).isEmpty()) {
                throw new IllegalStateException("the consumer has read records in spite of an interruption");
            }
        } catch (WakeupException e) {
            log.trace("Interrupted after the end of a wait", e);
        }
    }
}

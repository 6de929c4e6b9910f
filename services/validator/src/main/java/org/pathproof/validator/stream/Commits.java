// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.pathproof.contracts.BatchWindow;
import org.pathproof.contracts.RecordRate;

/**
 * Decides when a task requests a commit: readers see verdicts only after a commit. A commit is due when the oldest
 * change is as old as the {@link BatchWindow} of the load. The records of a poll are one arrival: a commit follows each
 * poll, unless another poll is expected within the usual window. While records of a poll wait, the longest window
 * applies. A thread without changes requests no commit.
 *
 * <p>After a commit, at least the duration of that commit passes before the next request, so that busy brokers get
 * fewer commits.
 *
 * <p>Safe for use by several threads, each with its own changes and commits.
 */
public final class Commits {
    private final BatchWindow window;
    private final LongSupplier clock;
    private final ThreadLocal<State> states = ThreadLocal.withInitial(State::new);

    private final class State {
        private final RecordRate polls = new RecordRate(clock.getAsLong());
        private final RecordRate records = new RecordRate(clock.getAsLong());
        private long backlog; // records that waited after the last poll
        private long endedAt = clock.getAsLong();
        private long took;
        private boolean hasChanges;
        private long firstChangeAt;
        private boolean isIdle; // no records wait, so that the changes need not wait for others

        /** Returns the time until a commit of the changes is due, in nanoseconds; 0 or less if it is due. */
        private long untilDue(long now) {
            long wait = isIdle
                    ? window.nanos(polls.perSecond(now), records.perSecond(now), backlog)
                    : window.longestNanos();
            return Math.max(firstChangeAt + wait, endedAt + took) - now;
        }
    }

    /** @param window age of the oldest change at which a commit is due, while commits do not take longer */
    public Commits(BatchWindow window) {
        this(window, System::nanoTime);
    }

    /** @param clock supplies nanoseconds, like {@link System#nanoTime} */
    Commits(BatchWindow window, LongSupplier clock) {
        this.window = window;
        this.clock = clock;
    }

    /**
     * Records that a poll of the calling thread has returned records.
     *
     * @param backlog number of records in Kafka that wait for the next polls
     */
    public void onPoll(int records, long backlog) {
        State state = states.get();
        state.backlog = backlog;
        long now = clock.getAsLong();
        state.polls.add(1, now);
        state.records.add(records, now);
    }

    /** Records that the calling thread has processed a record or changed rows. */
    void onChange() {
        State state = states.get();
        if (!state.hasChanges) {
            state.hasChanges = true;
            state.isIdle = false;
            state.firstChangeAt = clock.getAsLong();
        }
    }

    /** Records that no work of the calling thread waits. Returns true if it should request a commit now. */
    boolean onIdle() {
        states.get().isIdle = true;
        return tick();
    }

    /** Returns true if a commit is due, which the calling thread should request. */
    boolean tick() {
        State state = states.get();
        if (!state.hasChanges || state.untilDue(clock.getAsLong()) > 0) {
            return false;
        }
        state.hasChanges = false;
        return true;
    }

    /**
     * Returns the maximum time for which the calling thread may wait for records: {@code longest}, or less if a commit
     * is due earlier.
     */
    public Duration maxWait(Duration longest) {
        State state = states.get();
        if (!state.hasChanges) {
            return longest;
        }
        Duration due = Duration.ofNanos(Math.max(0, state.untilDue(clock.getAsLong())));
        return due.compareTo(longest) < 0 ? due : longest;
    }

    /** Records the duration of a commit of the calling thread, requested or not. */
    public void onCommit(long nanos) {
        State state = states.get();
        state.took = nanos;
        state.endedAt = clock.getAsLong();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.function.LongSupplier;

/**
 * Decides when a task requests a commit before the commit interval is over: readers see verdicts only after a commit.
 * An idle thread commits at once, so that verdicts are not delayed at low load. A busy thread commits more records at a
 * time, at the end of a poll or after the interval.
 *
 * <p>A minimum time passes between requested commits, because even a small commit costs several round trips and work
 * for every partition and replica. After a commit, at least the duration of that commit passes before the next request,
 * so that busy brokers get fewer commits. A commit that would come too early is requested at a later {@link #tick}.
 */
public final class Commits {
    private static final long MIN_DISTANCE_NANOS = 5_000_000;

    private final long distanceNanos;
    private final LongSupplier clock;
    private final ThreadLocal<State> states = ThreadLocal.withInitial(State::new);

    private final class State {
        private long askedAt = clock.getAsLong();
        private long endedAt = askedAt;
        private long took;
        private boolean due;
    }

    public Commits() {
        this(MIN_DISTANCE_NANOS, System::nanoTime);
    }

    /**
     * @param distanceNanos minimum time between two requested commits, in nanoseconds
     * @param clock supplies nanoseconds, like {@link System#nanoTime}
     */
    Commits(long distanceNanos, LongSupplier clock) {
        this.distanceNanos = distanceNanos;
        this.clock = clock;
    }

    /** Records that the calling thread is idle. Returns true if it should request a commit now. */
    boolean idle() {
        states.get().due = true;
        return tick();
    }

    /** Returns true if a commit is due, which the calling thread should request. */
    boolean tick() {
        State state = states.get();
        if (!state.due) {
            return false;
        }
        long now = clock.getAsLong();
        if (now - state.askedAt < distanceNanos || now - state.endedAt < state.took) {
            return false;
        }
        state.due = false;
        state.askedAt = now;
        return true;
    }

    /** Records the duration of a commit of the calling thread, requested or not. */
    public void committed(long nanos) {
        State state = states.get();
        state.took = nanos;
        state.endedAt = clock.getAsLong();
    }
}

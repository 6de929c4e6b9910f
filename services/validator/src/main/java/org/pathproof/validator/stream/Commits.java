// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides when a task requests a commit: readers see verdicts only after a commit. An idle thread commits its changes
 * at once, so that verdicts are not delayed at low load. A busy thread commits more changes at a time: at the end of a
 * poll, or when the oldest change has reached the maximum delay. A thread without changes requests no commit.
 *
 * <p>A minimum time passes between requested commits, because even a small commit costs several round trips and work
 * for every partition and replica. After a commit, at least the duration of that commit passes before the next request,
 * so that busy brokers get fewer commits. A commit that would come too early is requested at a later {@link #tick}.
 *
 * <p>Safe for use by several threads, each with its own changes and commits.
 */
public final class Commits {
    private static final long MIN_DISTANCE_NANOS = 5_000_000;

    private final long maxDelayNanos;
    private final long distanceNanos;
    private final LongSupplier clock;
    private final ThreadLocal<State> states = ThreadLocal.withInitial(State::new);

    private final class State {
        private long requestedAt = clock.getAsLong();
        private long endedAt = requestedAt;
        private long took;
        private boolean hasChanges;
        private long firstChangeAt;
        private boolean isIdle; // no records wait, so that the changes need not wait for others
    }

    /** @param maxDelay maximum time from a change to the request of its commit, while commits do not take longer */
    public Commits(Duration maxDelay) {
        this(maxDelay, MIN_DISTANCE_NANOS, System::nanoTime);
    }

    /**
     * @param distanceNanos minimum time between two requested commits, in nanoseconds
     * @param clock supplies nanoseconds, like {@link System#nanoTime}
     */
    Commits(Duration maxDelay, long distanceNanos, LongSupplier clock) {
        this.maxDelayNanos = maxDelay.toNanos();
        this.distanceNanos = distanceNanos;
        this.clock = clock;
    }

    /** Records that the calling thread has processed a record or changed rows. */
    void changed() {
        State state = states.get();
        if (!state.hasChanges) {
            state.hasChanges = true;
            state.firstChangeAt = clock.getAsLong();
        }
    }

    /** Records that no work of the calling thread waits. Returns true if it should request a commit now. */
    boolean idle() {
        states.get().isIdle = true;
        return tick();
    }

    /** Returns true if a commit is due, which the calling thread should request. */
    boolean tick() {
        State state = states.get();
        if (!state.hasChanges) {
            return false;
        }
        long now = clock.getAsLong();
        if (!state.isIdle && now - state.firstChangeAt < maxDelayNanos
                || now - state.requestedAt < distanceNanos
                || now - state.endedAt < state.took) {
            return false;
        }
        state.hasChanges = false;
        state.isIdle = false;
        state.requestedAt = now;
        return true;
    }

    /** Returns true while the calling thread has changes whose commit is not requested yet. */
    public boolean isPending() {
        return states.get().hasChanges;
    }

    /** Records the duration of a commit of the calling thread, requested or not. */
    public void committed(long nanos) {
        State state = states.get();
        state.took = nanos;
        state.endedAt = clock.getAsLong();
    }
}

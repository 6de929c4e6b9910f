// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.function.LongSupplier;

/**
 * When to ask Kafka Streams for a commit, before its interval is over: readers of verdicts see them only then. A thread that has
 * nothing to do commits at once, so that at low load a verdict waits for no clock. A thread that has more to do goes on with that, and
 * commits larger pieces: at the end of a poll, or after the interval.
 *
 * <p>Commits that are asked for follow each other at a distance: each takes some round trips to the brokers, and work there for every
 * partition and every copy of it, however little was written. Brokers that are busy take longer; so the distance is at least what
 * the last commit took, and those that have no time are not asked for more of it. What comes too early is asked for again by the clock.
 */
public final class Commits {
    private static final long DISTANCE_NANOS = 5_000_000;

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
        this(DISTANCE_NANOS, System::nanoTime);
    }

    /**
     * @param distanceNanos the least time between two commits that are asked for
     * @param clock as {@link System#nanoTime}
     */
    Commits(long distanceNanos, LongSupplier clock) {
        this.distanceNanos = distanceNanos;
        this.clock = clock;
    }

    /** Everything that the thread had to do is done. Returns whether to ask for a commit now. */
    boolean idle() {
        states.get().due = true;
        return tick();
    }

    /** Time passes. Returns whether to ask for a commit now. */
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

    /** The calling thread committed just now, asked or not, and was busy with it for so long. */
    public void committed(long nanos) {
        State state = states.get();
        state.took = nanos;
        state.endedAt = clock.getAsLong();
    }
}

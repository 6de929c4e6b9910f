// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

/**
 * When to ask Kafka Streams for a commit, before its interval is over: readers of verdicts see them only then. A thread that has
 * nothing to do commits at once, so that at low load a verdict waits for no clock. A thread that has more to do goes on with that, and
 * commits larger pieces: at the end of a poll, or after the interval.
 *
 * <p>Commits that are asked for follow each other at a distance: each takes some round trips to the brokers. What comes too early is
 * asked for again by the clock.
 */
public final class Commits {
    private final long distanceNanos;
    private final ThreadLocal<State> states = ThreadLocal.withInitial(State::new);

    private static final class State {
        private long askedAt = System.nanoTime();
        private boolean due;
    }

    /** @param distanceMs between two commits that are asked for */
    public Commits(long distanceMs) {
        this.distanceNanos = distanceMs * 1_000_000;
    }

    /** Everything that the thread had to do is done. Returns whether to ask for a commit now. */
    boolean idle() {
        states.get().due = true;
        return tick();
    }

    /** Time passes. Returns whether to ask for a commit now. */
    boolean tick() {
        State state = states.get();
        long now = System.nanoTime();
        if (!state.due || now - state.askedAt < distanceNanos) {
            return false;
        }
        state.due = false;
        state.askedAt = now;
        return true;
    }
}

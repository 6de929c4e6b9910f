// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Duration;
import java.time.Instant;
import org.pathproof.feeds.policy.FlapDamping;

/** The flap penalty of a prefix, which decays exponentially (RFC 2439 section 4.2). Not thread-safe. */
final class FlapPenalty {
    /**
     * Highest penalty as a multiple of the release value, unless the hold value is higher. A penalty of this height
     * decays to the release value in four half-lives.
     */
    private static final double CEILING = 16;

    private double value;
    private Instant at;
    private boolean held;
    private final Turns turns;

    FlapPenalty(Instant now) {
        this.at = now;
        this.turns = new Turns();
    }

    FlapPenalty(FlapPenalty other) {
        this.value = other.value;
        this.at = other.at;
        this.held = other.held;
        this.turns = new Turns(other.turns);
    }

    /** Adds to the penalty. Returns true if the prefix changes from not held to held. */
    boolean add(int penalty, FlapDamping damping, Instant now) {
        double highest = Math.max(damping.holdAbove() + 1.0, CEILING * damping.releaseBelow());
        value = Math.min(highest, value(damping, now) + penalty);
        at = now;
        if (!held && value > damping.holdAbove()) {
            held = true;
            return true;
        }
        return false;
    }

    /** Releases a held prefix with a low penalty. Returns true if this call releases it. */
    boolean release(FlapDamping damping, Instant now) {
        if (held && value(damping, now) < damping.releaseBelow()) {
            held = false;
            return true;
        }
        return false;
    }

    /** Returns the states between which the overrides of the prefix changed. */
    Turns turns() {
        return turns;
    }

    /** Returns true for a penalty that is so low that it can be removed from memory. */
    boolean isNegligible(FlapDamping damping, Instant now) {
        return !held && value(damping, now) < Math.min(100, damping.releaseBelow() / 2.0);
    }

    double value(FlapDamping damping, Instant now) {
        double halfLives = Duration.between(at, now).toMillis()
                / (double) damping.halfLife().toMillis();
        return halfLives <= 0 ? value : value * StrictMath.pow(2, -halfLives);
    }

    /** Returns the time at which the penalty falls below the release value. */
    Instant releaseTime(FlapDamping damping) {
        double halfLives = StrictMath.log(value / damping.releaseBelow()) / StrictMath.log(2);
        long ms = (long) Math.ceil(Math.max(0, halfLives) * damping.halfLife().toMillis());
        return at.plusMillis(ms + 1);
    }
}

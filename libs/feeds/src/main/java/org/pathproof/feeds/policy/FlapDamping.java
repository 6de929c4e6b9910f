// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.time.Duration;

/**
 * Parameters of flap damping, after the model of RFC 2439 section 4.2. A prefix whose override changes often is held.
 * Each change adds to a penalty, which decays exponentially. So a prefix has at most {@code holdAbove} / {@link
 * #PENALTY_OF_CHANGE} + 1 overrides that appear or disappear in a half-life.
 *
 * @param halfLife time in which the penalty halves
 * @param holdAbove penalty above which the prefix is held
 * @param releaseBelow penalty below which a held prefix is released
 * @param action handling of a held prefix
 */
public record FlapDamping(Duration halfLife, int holdAbove, int releaseBelow, FlapAction action) {
    /** Penalty of an override that appears or disappears. */
    public static final int PENALTY_OF_CHANGE = 1_000;
    /** Penalty of an override whose attributes change. */
    public static final int PENALTY_OF_NEW_ATTRIBUTES = 500;

    public static final FlapDamping DEFAULT = new FlapDamping(Duration.ofMinutes(15), 6_000, 1_500, FlapAction.KEEP);

    /** Returns the number of changes while a prefix is held, each because its announced path is no longer accepted. */
    public int replacementsWhileHeld() {
        return Math.max(1, holdAbove / PENALTY_OF_CHANGE);
    }
}

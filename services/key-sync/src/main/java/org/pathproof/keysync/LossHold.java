// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSet;

/**
 * Delays a set that lacks a large part of the RPKI data in force.
 *
 * <p>A large loss is usually the effect of a failed source that soon has all data again. Without the delay, validators
 * would validate every affected route twice, and would report valid paths as NOT_VALID meanwhile. The set is accepted
 * when the loss has lasted for the delay. Data that returns earlier ends the delay. Not thread-safe.
 */
final class LossHold {
    /** Losses of fewer objects are accepted at once. */
    private static final int MIN_LOST_OBJECTS = 1_000;
    /** Losses of less than 1 in {@value} objects of a type are accepted at once. */
    private static final int LOST_ONE_IN = 10;

    private final Duration hold;
    private @Nullable Instant since;

    /** {@code hold} is the delay before a set with a large loss is accepted; 0 for none. */
    LossHold(Duration hold) {
        this.hold = hold;
    }

    /**
     * Returns the reason for delaying {@code wanted}, as a sentence for an operator; empty if the set is accepted.
     *
     * @param inForce set that {@code wanted} would replace; null if it is unknown
     */
    Optional<String> reasonToDelay(@Nullable RpkiSet inForce, RpkiSet wanted, Instant now) {
        Optional<String> loss = inForce == null || hold.isZero() ? Optional.empty() : loss(inForce, wanted);
        if (loss.isEmpty()) {
            since = null;
            return loss;
        }
        Instant first = since == null ? now : since;
        since = first;
        Instant end = first.plus(hold);
        if (!now.isBefore(end)) {
            return Optional.empty(); // the delay is over: the set is accepted
        }
        return loss.map(words ->
                words + ": the set is accepted at " + end + " if the loss lasts (pathproof.key-sync.loss-hold)");
    }

    private static Optional<String> loss(RpkiSet before, RpkiSet after) {
        return loss("VRPs", before.allVrps().size(), after.allVrps().size())
                .or(() -> loss(
                        "router keys",
                        before.allRouterKeys().size(),
                        after.allRouterKeys().size()))
                .or(() ->
                        loss("ASPAs", before.allAspas().size(), after.allAspas().size()));
    }

    private static Optional<String> loss(String kind, int before, int after) {
        int lost = before - after;
        return lost < Math.max(MIN_LOST_OBJECTS, before / LOST_ONE_IN)
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "the source has lost %,d of %,d %s", lost, before, kind));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSet;

/**
 * Doubts a source that says that much of the RPKI is gone at once. Far more often it is the source that failed, and it has all of it back
 * a moment later; every route concerned would be judged twice for nothing, and readers would see paths turn NOT_VALID that never were.
 * So such a set waits for a while. What comes back meanwhile was never away; what stays away is believed. For one thread.
 */
final class LossHold {
    /** Fewer objects are no storm. */
    private static final int LEAST = 1_000;
    /** One in so many of a kind is much. */
    private static final int ONE_IN = 10;

    private final Duration hold;
    private @Nullable Instant since;

    /** @param hold how long; nothing is held when it is zero */
    LossHold(Duration hold) {
        this.hold = hold;
    }

    /**
     * Whether {@code wanted} has to wait, and why: a sentence for an operator.
     *
     * @param inForce what it would take the place of; null when nothing is known of it
     */
    Optional<String> doubts(@Nullable RpkiSet inForce, RpkiSet wanted, Instant now) {
        Optional<String> loss = inForce == null || hold.isZero() ? Optional.empty() : loss(inForce, wanted);
        if (loss.isEmpty()) {
            since = null;
            return loss;
        }
        Instant first = since == null ? now : since;
        since = first;
        Instant end = first.plus(hold);
        if (!now.isBefore(end)) {
            return Optional.empty(); // it is believed; the set that is written ends the doubt
        }
        return loss.map(
                words -> words + ": believed from " + end + " on, if it stays so (pathproof.key-sync.loss-hold)");
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
        return lost < Math.max(LEAST, before / ONE_IN)
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "the source has lost %,d of %,d %s", lost, before, kind));
    }
}

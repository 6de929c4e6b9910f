// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSet;

/**
 * Delays a set that lacks a large part of an earlier one: of the same source, or of the data in force.
 *
 * <p>A large loss is usually the effect of a failed source that soon has all data again. Without the delay, validators
 * would validate every affected route twice, and would report valid paths as NOT_VALID meanwhile. The set is accepted
 * when the loss has lasted for the delay. Data that returns earlier ends the delay. Not thread-safe.
 */
final class LossHold {
    /** Losses of fewer objects are accepted at once. */
    private static final int MIN_LOST_OBJECTS = 1_000;

    private final Duration hold;
    private final int sharePercent;
    private @Nullable Instant since;

    /**
     * Creates a delay.
     *
     * @param hold time before a set with a large loss is accepted; 0 for none
     * @param sharePercent smallest share of the objects of a type that is a large loss, 1 to 100
     */
    LossHold(Duration hold, int sharePercent) {
        this.hold = hold;
        this.sharePercent = sharePercent;
    }

    /** Forgets a loss, because the newest set is in use. */
    void reset() {
        since = null;
    }

    /**
     * Returns the reason for delaying {@code wanted}, as a sentence for an operator; empty if the set is accepted.
     *
     * @param earlier set that {@code wanted} would replace; null if it is unknown
     */
    Optional<String> reasonToDelay(@Nullable RpkiSet earlier, RpkiSet wanted, Instant now) {
        Optional<String> loss = earlier == null || hold.isZero() ? Optional.empty() : loss(earlier, wanted);
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

    private Optional<String> loss(RpkiSet before, RpkiSet after) {
        return loss("VRPs", before.allVrps().size(), after.allVrps().size())
                .or(() -> loss(
                        "router keys",
                        before.allRouterKeys().size(),
                        after.allRouterKeys().size()))
                .or(() ->
                        loss("ASPAs", before.allAspas().size(), after.allAspas().size()));
    }

    private Optional<String> loss(String kind, int before, int after) {
        int lost = before - after;
        return lost < Math.max(MIN_LOST_OBJECTS, (long) before * sharePercent / 100)
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "the source has lost %,d of %,d %s", lost, before, kind));
    }
}

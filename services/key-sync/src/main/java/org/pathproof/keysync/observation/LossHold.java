// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.observation;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * Delays a set that lacks a large part of an earlier one: of the same source, or of the data in force.
 *
 * <p>A large loss is usually the effect of a failed source that soon has all data again. Without the delay, validators
 * would validate every affected route twice, and would report valid paths as NOT_VALID meanwhile. The set is accepted
 * when the loss has lasted for the delay. Data that returns earlier ends the delay. A loss is large if it is a share of
 * the objects of a type and at least 1,000, or half of them and at least 10: a network with few router keys must not
 * lose all of them at once. Objects that other objects replace are lost, too. Not thread-safe.
 */
public final class LossHold {
    /** Losses of fewer objects are accepted at once, if less than half of the objects is lost. */
    private static final int MIN_LOST_OBJECTS = 1_000;

    /** Losses of fewer objects are accepted at once. */
    private static final int MIN_LOST_OF_HALF = 10;

    private final Duration hold;
    private final int sharePercent;
    private @Nullable Instant since;
    private @Nullable Compared newest;

    /**
     * The newest comparison of two sets.
     *
     * @param loss words of a large loss; empty for none
     */
    private record Compared(RpkiSet before, RpkiSet after, Optional<String> loss) {}

    /**
     * Creates a delay.
     *
     * @param hold time before a set with a large loss is accepted; 0 for none
     * @param sharePercent smallest share of the objects of a type that is a large loss, 1 to 100
     */
    public LossHold(Duration hold, int sharePercent) {
        this.hold = hold;
        this.sharePercent = sharePercent;
    }

    /** Forgets a loss, because the newest set is in use. */
    void reset() {
        since = null;
        newest = null;
    }

    /**
     * Returns the reason for delaying {@code wanted}, as a sentence for an operator; empty if the set is accepted.
     *
     * @param earlier set that {@code wanted} would replace; null if it is unknown
     */
    public Optional<String> reasonToDelay(@Nullable RpkiSet earlier, RpkiSet wanted, Instant now) {
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

    /** Returns the loss if it is large. A set that waits is compared once, although it is compared each second. */
    @SuppressWarnings("ReferenceEquality") // the same sets as before
    private Optional<String> loss(RpkiSet before, RpkiSet after) {
        Compared compared = newest;
        if (compared == null || compared.before() != before || compared.after() != after) {
            compared = new Compared(before, after, compare(before, after));
            newest = compared;
        }
        return compared.loss();
    }

    private Optional<String> compare(RpkiSet before, RpkiSet after) {
        int vrps = 0;
        int keys = 0;
        int aspas = 0;
        for (RpkiObject lost : RpkiSnapshot.change(before, after).withdrawn()) {
            switch (lost) {
                case Vrp _ -> vrps++;
                case RouterKey _ -> keys++;
                // An ASPA with other providers replaces the earlier one.
                case Aspa aspa -> aspas += after.aspa(aspa.customer()).isEmpty() ? 1 : 0;
            }
        }
        return Stream.of(
                        loss("VRPs", vrps, before.allVrps().size()),
                        loss("router keys", keys, before.allRouterKeys().size()),
                        loss("ASPAs", aspas, before.allAspas().size()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> loss(String kind, int lost, int before) {
        boolean large = lost >= MIN_LOST_OBJECTS && lost >= (long) before * sharePercent / 100
                || lost >= MIN_LOST_OF_HALF && lost >= (before + 1) / 2;
        return large
                ? Optional.of(String.format(Locale.ROOT, "the source has lost %,d of %,d %s", lost, before, kind))
                : Optional.empty();
    }
}

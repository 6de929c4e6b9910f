// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.policy.FlapDamping;
import org.pathproof.wire.Prefix;

/**
 * The flap penalties of one router's prefixes. Negligible penalties are removed when there are many penalties. Not
 * thread-safe.
 */
final class FlapStates {
    private static final int MIN_KEPT = 1_000;

    private final Map<Prefix, FlapPenalty> penalties = new HashMap<>();
    private final NavigableSet<Prefix> held = new TreeSet<>();

    FlapStates() {}

    FlapStates(FlapStates other) {
        other.penalties.forEach((prefix, penalty) -> penalties.put(prefix, new FlapPenalty(penalty)));
        held.addAll(other.held);
    }

    /** Adds to the penalty of a prefix. Returns true if the prefix changes from not held to held. */
    boolean add(Prefix prefix, int penalty, FlapDamping damping, Instant now) {
        boolean becomesHeld = penalties
                .computeIfAbsent(prefix, ignored -> new FlapPenalty(now))
                .add(penalty, damping, now);
        if (becomesHeld) {
            held.add(prefix);
        }
        return becomesHeld;
    }

    /**
     * Releases the held prefixes whose penalty is low, and passes them to {@code released}.
     *
     * @param inUse number of active overrides. Negligible penalties are removed if there are many more penalties than
     *     active and held prefixes
     */
    void release(FlapDamping damping, Instant now, int inUse, Consumer<Prefix> released) {
        held.removeIf(prefix -> {
            FlapPenalty penalty = penalties.get(prefix);
            boolean release = penalty == null || penalty.release(damping, now);
            if (release) {
                released.accept(prefix);
            }
            return release;
        });
        if (penalties.size() > 2 * (held.size() + inUse) + MIN_KEPT) {
            penalties.values().removeIf(penalty -> penalty.isNegligible(damping, now));
        }
    }

    boolean isHeld(Prefix prefix) {
        return held.contains(prefix);
    }

    /** Returns the held prefixes. The view changes with the states. */
    NavigableSet<Prefix> held() {
        return Collections.unmodifiableNavigableSet(held);
    }

    int penalty(Prefix prefix, FlapDamping damping, Instant now) {
        FlapPenalty penalty = penalties.get(prefix);
        return penalty == null ? 0 : (int) penalty.value(damping, now);
    }

    Stream<Instant> releaseTimes(FlapDamping damping) {
        return held.stream().map(penalties::get).map(penalty -> penalty.releaseTime(damping));
    }

    /** Returns the penalty of a change from the active override to a decision. */
    static int penaltyOf(@Nullable ActiveOverride old, OverrideDecision decision) {
        if (!(decision instanceof Announce announce)) {
            return old == null ? 0 : FlapDamping.PENALTY_OF_CHANGE;
        }
        if (old == null) {
            return FlapDamping.PENALTY_OF_CHANGE;
        }
        return announce.attributes().equals(old.attributes()) ? 0 : FlapDamping.PENALTY_OF_NEW_ATTRIBUTES;
    }
}

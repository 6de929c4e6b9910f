// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.FlapDamping;
import org.pathproof.wire.Prefix;

/**
 * The flap penalties of one network's prefixes, and the held prefixes. Negligible penalties are removed when there are
 * many penalties. Not thread-safe.
 */
final class FlapStates {
    private static final int MIN_KEPT = 1_000;

    private final Map<Prefix, FlapPenalty> penalties = new HashMap<>();
    private final NavigableMap<Prefix, Hold> held = new TreeMap<>();

    FlapStates() {}

    FlapStates(FlapStates other) {
        other.penalties.forEach((prefix, penalty) -> penalties.put(prefix, new FlapPenalty(penalty)));
        other.held.forEach((prefix, hold) -> held.put(prefix, new Hold(hold)));
    }

    /**
     * Adds a change to a prefix that is not held. Returns true if the prefix is held from now on.
     *
     * @param penalty the penalty of the change; does nothing for 0
     */
    boolean add(Prefix prefix, int penalty, AnnouncedPaths from, AnnouncedPaths to, FlapDamping damping, Instant now) {
        if (penalty == 0) {
            return false;
        }
        FlapPenalty state = penalties.computeIfAbsent(prefix, ignored -> new FlapPenalty(now));
        state.turns().add(from, to);
        boolean becomesHeld = state.add(penalty, damping, now);
        if (becomesHeld) {
            held.put(prefix, new Hold(now, state.turns().pair(), to));
        }
        return becomesHeld;
    }

    /** Reports the overrides that a prefix would have if it were not held. Does nothing if it is not held. */
    void observe(Prefix prefix, AnnouncedPaths wanted, boolean flap, FlapDamping damping, Instant now) {
        Hold hold = held.get(prefix);
        FlapPenalty penalty = penalties.get(prefix);
        if (hold != null && penalty != null) {
            int added = hold.observe(wanted, flap);
            if (added > 0) {
                penalty.add(added, damping, now);
            }
        }
    }

    /**
     * Releases the held prefixes whose penalty is low, and passes them to {@code released}.
     *
     * @param inUse number of active overrides. Negligible penalties are removed if there are many more penalties than
     *     active and held prefixes
     */
    void release(FlapDamping damping, Instant now, int inUse, Consumer<Prefix> released) {
        held.keySet().removeIf(prefix -> {
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

    /** Releases all held prefixes, forgets their penalties, and passes the prefixes to {@code released}. */
    void releaseAll(Consumer<Prefix> released) {
        held.keySet().forEach(released);
        penalties.keySet().removeAll(held.keySet());
        held.clear();
    }

    boolean isHeld(Prefix prefix) {
        return held.containsKey(prefix);
    }

    /** Returns the hold of a prefix; null if it is not held. */
    @Nullable
    Hold hold(Prefix prefix) {
        return held.get(prefix);
    }

    /** Returns the held prefixes. The view changes with the states. */
    NavigableSet<Prefix> held() {
        return Collections.unmodifiableNavigableSet(held.navigableKeySet());
    }

    /** Describes the hold of a prefix; empty if it is not held. */
    Optional<HeldPrefix> describe(Prefix prefix, FlapDamping damping) {
        Hold hold = held.get(prefix);
        FlapPenalty penalty = penalties.get(prefix);
        return hold == null || penalty == null
                ? Optional.empty()
                : Optional.of(new HeldPrefix(
                        prefix,
                        hold.cause(),
                        hold.since(),
                        penalty.releaseTime(damping),
                        hold.action(damping),
                        hold.states()));
    }

    /** Returns the number of held prefixes whose overrides oscillate. */
    int oscillating() {
        return (int) held.values().stream()
                .filter(hold -> hold.cause() == HeldPrefix.Cause.OSCILLATION)
                .count();
    }

    int penalty(Prefix prefix, FlapDamping damping, Instant now) {
        FlapPenalty penalty = penalties.get(prefix);
        return penalty == null ? 0 : (int) penalty.value(damping, now);
    }

    Stream<Instant> releaseTimes(FlapDamping damping) {
        return held.keySet().stream().map(penalties::get).map(penalty -> penalty.releaseTime(damping));
    }

    /**
     * Returns the penalty of a change to a decision.
     *
     * @param old attributes of the override before; null for none
     */
    static int penaltyOf(@Nullable RouteAttributes old, OverrideDecision decision) {
        if (!(decision instanceof Announce announce)) {
            return old == null ? 0 : FlapDamping.PENALTY_OF_CHANGE;
        }
        if (old == null) {
            return FlapDamping.PENALTY_OF_CHANGE;
        }
        return announce.attributes().equals(old) ? 0 : FlapDamping.PENALTY_OF_NEW_ATTRIBUTES;
    }
}

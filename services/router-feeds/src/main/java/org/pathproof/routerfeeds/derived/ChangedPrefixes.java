// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.verdictstore.input.VerdictTime;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * Prefixes whose changed routes can affect the VRPs of the feed. One thread adds changes after they are in the table,
 * and another thread takes them. Memory is bounded by the number of prefixes with a NOT_VALID route and of prefixes
 * below replaced VRPs.
 */
final class ChangedPrefixes {
    /** Prefixes to read again. */
    private final Set<Prefix> changed = ConcurrentHashMap.newKeySet();
    /** The oldest verdict since the last {@link #takeOldest}; null without one. */
    private final AtomicReference<@Nullable VerdictTime> oldest = new AtomicReference<>();
    /** Prefixes with a NOT_VALID route. Every change of their routes can affect the VRPs of the feed. */
    private final Set<Prefix> suspects = ConcurrentHashMap.newKeySet();
    /** Prefixes of VRPs that the feed replaces. A change of a covered route can affect the VRPs of the feed. */
    private volatile Set<Prefix> replaced = Set.of();

    /** Adds the prefix of a change if the change can affect the VRPs of the feed. */
    void add(RouteChange change, VerdictTime verdict) {
        Prefix prefix = change.key().prefix();
        if (isNotValid(change.before()) || isNotValid(change.after())) {
            suspect(prefix);
        } else if (suspects.contains(prefix) || isReplaced(prefix)) {
            changed.add(prefix);
        } else {
            return;
        }
        oldest.accumulateAndGet(verdict, (known, added) -> known == null || added == null ? added : known.older(added));
    }

    /** Takes the oldest verdict since the last call; null without one. */
    @Nullable
    VerdictTime takeOldest() {
        return oldest.getAndSet(null);
    }

    /** Adds a prefix with a NOT_VALID route. */
    void suspect(Prefix prefix) {
        suspects.add(prefix);
        changed.add(prefix);
    }

    /** Adds all prefixes with a NOT_VALID route again. */
    void addSuspects() {
        changed.addAll(suspects);
    }

    private static boolean isNotValid(@Nullable Route route) {
        return route != null && route.state() == PathState.NOT_VALID;
    }

    private boolean isReplaced(Prefix prefix) {
        Set<Prefix> vrps = replaced;
        for (int length = prefix.length(); length >= 0 && !vrps.isEmpty(); length--) {
            if (vrps.contains(prefix.truncate(length))) {
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        return changed.isEmpty();
    }

    /**
     * Takes all prefixes.
     *
     * @param read reads the routes of a prefix, and returns true if one of them is NOT_VALID
     * @return true if there was a prefix
     */
    boolean take(Predicate<Prefix> read) {
        List<Prefix> taken = List.copyOf(changed);
        for (Prefix prefix : taken) {
            changed.remove(prefix); // before the routes are read: a later change adds the prefix again
            suspects.add(prefix);
            if (!read.test(prefix)) {
                suspects.remove(prefix);
            }
        }
        return !taken.isEmpty();
    }

    /** Replaces the VRPs below which changes are added. The caller reads the covered routes after this call. */
    void watch(Collection<Vrp> vrps) {
        replaced = vrps.stream().map(Vrp::prefix).collect(Collectors.toUnmodifiableSet());
    }

    void clear() {
        changed.clear();
        suspects.clear();
        replaced = Set.of();
        oldest.set(null);
    }
}

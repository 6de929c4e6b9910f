// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** The announced overrides of one router, with counts of their states. Not thread-safe. */
final class RouterUse {
    private final NavigableMap<Prefix, TrackedOverride> overrides = new TreeMap<>();
    private final Map<UseState, Integer> counts = new EnumMap<>(UseState.class);
    private final Map<UnusedReason, Integer> reasons = new EnumMap<>(UnusedReason.class);
    /** Next hops of overrides that the router uses, with the number of these overrides. */
    private final Map<Bytes, Integer> nextHops = new HashMap<>();
    /** Prefixes whose override was not in use for the whole timeout. */
    private final NavigableSet<Prefix> unused = new TreeSet<>();

    private RouterViews views = RouterViews.NONE;
    private boolean established;

    RouterViews views() {
        return views;
    }

    /** Replaces the views. Returns true if they changed. */
    boolean setViews(RouterViews changed) {
        boolean differ = !changed.equals(views);
        views = changed;
        return differ;
    }

    boolean isEstablished() {
        return established;
    }

    /** Sets whether the session with the router is established. Returns true if that is a change. */
    boolean setEstablished(boolean now) {
        boolean differs = now != established;
        established = now;
        return differs;
    }

    NavigableMap<Prefix, TrackedOverride> overrides() {
        return overrides;
    }

    @Nullable
    TrackedOverride get(Prefix prefix) {
        return overrides.get(prefix);
    }

    void add(Prefix prefix, TrackedOverride override) {
        overrides.put(prefix, override);
        count(override, 1);
    }

    /** Removes an override. Does nothing if there is none. */
    void remove(Prefix prefix) {
        TrackedOverride removed = overrides.remove(prefix);
        if (removed != null) {
            count(removed, -1);
            unused.remove(prefix);
        }
    }

    /** Changes an override, and keeps the counts right. */
    void change(TrackedOverride override, Consumer<TrackedOverride> change) {
        count(override, -1);
        change.accept(override);
        count(override, 1);
    }

    /** Sets whether the override of a prefix was not in use for the whole timeout. */
    void setUnused(Prefix prefix, boolean overdue) {
        if (overdue) {
            unused.add(prefix);
        } else {
            unused.remove(prefix);
        }
    }

    private void count(TrackedOverride override, int by) {
        counts.merge(override.state(), by, Integer::sum);
        UnusedReason reason = override.reason();
        if (reason != null) {
            reasons.merge(reason, by, Integer::sum);
        }
        if (override.state() == UseState.IN_USE) {
            nextHops.merge(override.announcement().nextHop(), by, (a, b) -> a + b == 0 ? null : a + b);
        }
    }

    /** Returns true if the router uses another override with the next hop of an override. */
    boolean usesNextHopOf(TrackedOverride override) {
        int own = override.state() == UseState.IN_USE ? 1 : 0;
        return nextHops.getOrDefault(override.announcement().nextHop(), 0) > own;
    }

    /** Returns the prefixes whose override was not in use for the whole timeout, with the reason. */
    Map<Prefix, UnusedReason> unused() {
        Map<Prefix, UnusedReason> reasoned = new TreeMap<>();
        for (Prefix prefix : unused) {
            TrackedOverride override = overrides.get(prefix);
            UnusedReason reason = override == null ? null : override.reason();
            if (reason != null) {
                reasoned.put(prefix, reason);
            }
        }
        return reasoned;
    }

    UseCounts counts() {
        return new UseCounts(
                count(UseState.PENDING), count(UseState.IN_USE), count(UseState.NOT_IN_USE), count(UseState.UNKNOWN));
    }

    private int count(UseState state) {
        return counts.getOrDefault(state, 0);
    }

    /** Returns the number of overrides that are not in use for a reason. */
    int unused(UnusedReason reason) {
        return reasons.getOrDefault(reason, 0);
    }
}

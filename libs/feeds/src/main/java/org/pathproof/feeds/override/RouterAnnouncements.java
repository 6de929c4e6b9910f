// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.NoAcceptedPath;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.path.AttributeInterner;
import org.pathproof.feeds.policy.OverrideLimits;
import org.pathproof.wire.Prefix;

/** The overrides of one router: those that are announced, and those that wait for a limit. Not thread-safe. */
final class RouterAnnouncements {
    private final ActiveOverrides active;
    private final NavigableMap<Prefix, NoAcceptedPath> withoutAcceptedPath = new TreeMap<>();
    /** Overrides that a limit stops. */
    private final NavigableSet<Prefix> waiting = new TreeSet<>();

    private final OverrideBudget budget;

    RouterAnnouncements(AttributeInterner interner) {
        this.active = new ActiveOverrides(interner);
        this.budget = OverrideBudget.limited();
    }

    /** Creates an independent copy, without a limit of changes. */
    RouterAnnouncements(RouterAnnouncements other) {
        this.active = new ActiveOverrides(other.active);
        this.withoutAcceptedPath.putAll(other.withoutAcceptedPath);
        this.waiting.addAll(other.waiting);
        this.budget = OverrideBudget.unlimited();
    }

    /** Returns the announced overrides. The view changes with them. */
    NavigableMap<Prefix, ActiveOverride> active() {
        return active.all();
    }

    /** Returns the announced overrides with counts of their changes. */
    ActiveOverrides counted() {
        return active;
    }

    /** Returns the prefixes without an accepted path. */
    NavigableMap<Prefix, NoAcceptedPath> withoutAcceptedPath() {
        return withoutAcceptedPath;
    }

    /** Returns the prefixes whose override waits for a limit. */
    NavigableSet<Prefix> waiting() {
        return waiting;
    }

    /** Returns the prefixes whose decision is more than the absence of an override. */
    Set<Prefix> prefixes() {
        Set<Prefix> all = new HashSet<>(active.all().keySet());
        all.addAll(waiting);
        all.addAll(withoutAcceptedPath.keySet());
        return all;
    }

    /**
     * Applies a decision. An existing override changes at once.
     *
     * @return true if the decision is an override that the router does not have yet, which waits from now on
     */
    boolean apply(Prefix prefix, OverrideDecision decision, Consumer<@Nullable OverrideChange> changes) {
        waiting.remove(prefix);
        withoutAcceptedPath.remove(prefix);
        ActiveOverride old = active.get(prefix);
        switch (decision) {
            case Announce announce
            when old == null -> {
                waiting.add(prefix);
                return true;
            }
            case Announce announce -> changes.accept(active.replace(prefix, old, announce));
            case NoAcceptedPath none -> {
                withoutAcceptedPath.put(prefix, none);
                withdraw(prefix, old, changes);
            }
            case None ignored -> withdraw(prefix, old, changes);
        }
        return false;
    }

    private void withdraw(Prefix prefix, @Nullable ActiveOverride old, Consumer<@Nullable OverrideChange> changes) {
        if (old != null) {
            changes.accept(active.withdraw(prefix));
        }
    }

    /** Returns the first waiting prefix after another one; null if there is none. */
    @Nullable
    Prefix nextWaiting(@Nullable Prefix after) {
        if (waiting.isEmpty()) {
            return null;
        }
        return after == null ? waiting.first() : waiting.higher(after);
    }

    /** Returns true if the limits permit a new override. */
    boolean hasRoom(OverrideLimits limits, Instant now) {
        return active.size() < limits.maxOverrides() && budget.hasRoom(limits, now);
    }

    /** Announces a new override. The caller has checked {@link #hasRoom}. */
    OverrideChange announce(Prefix prefix, Announce decision, OverrideLimits limits, Instant now) {
        budget.take(limits, now);
        return active.announce(prefix, decision, now);
    }

    /** Returns the time at which the limit of changes permits waiting overrides; empty if none waits for that. */
    Optional<Instant> roomAt(OverrideLimits limits) {
        return waiting.isEmpty() || active.size() >= limits.maxOverrides()
                ? Optional.empty()
                : Optional.of(budget.windowEnd(limits));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.NoAcceptedPath;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.AttributeInterner;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.Prefix;

/**
 * The overrides of one router. The caller reports changed paths, policies and suspensions, and calls {@link #advance}
 * after each batch and at {@link #nextDeadline}.
 *
 * <p>Below the limits and without flaps, the overrides depend only on the current paths, policy, suspensions and time.
 * The order of the reports has no effect. A limit stops new overrides until there is room; overrides with lower
 * prefixes come first. A limit never delays a change or a withdrawal of an existing override.
 *
 * <p>Not thread-safe: all calls come from one thread, or hold the same lock.
 */
public final class OverrideEngine {
    private final FeedSpeakers speakers;
    private OverrideRules rules;
    private final PathTable paths;
    private final Set<Suspension> suspensions = EnumSet.noneOf(Suspension.class);

    private final ActiveOverrides active;
    private final NavigableMap<Prefix, NoAcceptedPath> withoutAcceptedPath;
    private final FlapStates flaps;
    /** Overrides that a limit stops. */
    private final NavigableSet<Prefix> waiting = new TreeSet<>();
    /** Prefixes to decide about at the next {@link #advance}; true if a change of the override counts as a flap. */
    private final NavigableMap<Prefix, Boolean> changed = new TreeMap<>();

    private final OverrideBudget budget;
    private Instant advancedAt = Instant.MIN;

    /** Creates the engine of a router without paths, which shares attributes with no other engine. */
    public OverrideEngine(RouterPolicy policy, FeedSpeakers speakers) {
        this(policy, speakers, new AttributeInterner());
    }

    /**
     * Creates the engine of a router without paths.
     *
     * @param interner shares the attributes of announcements with other engines
     */
    public OverrideEngine(RouterPolicy policy, FeedSpeakers speakers, AttributeInterner interner) {
        this.speakers = speakers;
        this.rules = new OverrideRules(policy, speakers);
        this.paths = new PathTable();
        this.active = new ActiveOverrides(interner);
        this.withoutAcceptedPath = new TreeMap<>();
        this.flaps = new FlapStates();
        this.budget = OverrideBudget.limited();
    }

    private OverrideEngine(OverrideEngine other, OverrideBudget budget) {
        this.speakers = other.speakers;
        this.rules = other.rules;
        this.paths = new PathTable(other.paths);
        this.suspensions.addAll(other.suspensions);
        this.active = new ActiveOverrides(other.active);
        this.withoutAcceptedPath = new TreeMap<>(other.withoutAcceptedPath);
        this.flaps = new FlapStates(other.flaps);
        this.waiting.addAll(other.waiting);
        this.changed.putAll(other.changed);
        this.budget = budget;
        this.advancedAt = other.advancedAt;
    }

    /**
     * Returns an independent engine in the same state, to preview a change. The limit of changes does not apply to the
     * copy. The counters of the copy start at 0.
     */
    public OverrideEngine copyForPreview() {
        return new OverrideEngine(this, OverrideBudget.unlimited());
    }

    /**
     * Adds or replaces a path. A peer has paths of one view only: post-policy if the router sends this view, else
     * pre-policy.
     */
    public void put(CandidatePath path) {
        if (paths.put(path)) {
            changed.put(path.prefix(), true);
        }
    }

    /** Removes a path. Does nothing if there is no such path. */
    public void remove(Prefix prefix, CandidatePath.Key key) {
        if (paths.remove(prefix, key)) {
            changed.put(prefix, true);
        }
    }

    /** Removes all paths of a peer whose session with the router ended. */
    public void removePeer(PeerKey peer) {
        paths.removePeer(peer, prefix -> changed.putIfAbsent(prefix, false));
    }

    /** Replaces the policy. */
    public void setPolicy(RouterPolicy policy) {
        if (!policy.equals(rules.policy())) {
            rules = new OverrideRules(policy, speakers);
            decideAgainAboutAll();
        }
    }

    public RouterPolicy policy() {
        return rules.policy();
    }

    /** Withdraws all overrides at the next {@link #advance}, until every suspension has ended. */
    public void suspend(Suspension reason) {
        if (suspensions.add(reason)) {
            Stream.of(active.all().keySet(), waiting, withoutAcceptedPath.keySet())
                    .flatMap(Set::stream)
                    .forEach(prefix -> changed.putIfAbsent(prefix, false));
        }
    }

    /** Ends a suspension. */
    public void resume(Suspension reason) {
        if (suspensions.remove(reason) && suspensions.isEmpty()) {
            decideAgainAboutAll();
        }
    }

    /**
     * Decides about all prefixes that changed since the last call.
     *
     * @param now current time; not before the time of an earlier call
     * @return changes for the router's session, in the order of prefixes
     */
    public List<OverrideChange> advance(Instant now) {
        flaps.release(
                rules.policy().group().damping(), now, active.size(), prefix -> changed.putIfAbsent(prefix, false));
        expireExceptions(now);
        advancedAt = now;
        List<OverrideChange> changes = new ArrayList<>();
        // Withdrawals come first, because they make room for new overrides.
        Map<Prefix, Announce> wanted = new HashMap<>();
        changed.forEach((prefix, flap) -> decide(prefix, flap, now, changes, wanted));
        changed.clear();
        waiting.addAll(wanted.keySet());
        announceWaiting(wanted, now, changes);
        changes.sort((a, b) -> a.prefix().compareTo(b.prefix()));
        return changes;
    }

    /**
     * Returns the next time at which {@link #advance} is due without a report. At this time an exception expires, a
     * held prefix is released, or the limit of changes permits more overrides.
     */
    public Optional<Instant> nextDeadline() {
        Stream<Instant> releases = flaps.releaseTimes(rules.policy().group().damping());
        Stream<Instant> room = waiting.isEmpty() || hasNoRoom()
                ? Stream.empty()
                : Stream.of(budget.windowEnd(rules.policy().group().limits()));
        return Stream.of(releases, room, rules.policy().nextExpiry(advancedAt).stream())
                .flatMap(times -> times)
                .min(Instant::compareTo);
    }

    /** Returns true for a path that Pathproof announced. */
    public boolean isOwn(CandidatePath path) {
        return rules.isOwn(path);
    }

    /** Returns the prefixes with a path. The view changes with the engine. */
    public Set<Prefix> prefixes() {
        return Collections.unmodifiableSet(paths.prefixes());
    }

    /** Returns the router's paths to a prefix, without order. */
    public List<CandidatePath> paths(Prefix prefix) {
        return paths.of(prefix);
    }

    /** Returns the overrides that are announced to the router. The view changes with the engine. */
    public NavigableMap<Prefix, ActiveOverride> active() {
        return active.all();
    }

    /** Returns the prefixes without an accepted path. The view changes with the engine. */
    public NavigableMap<Prefix, NoAcceptedPath> withoutAcceptedPath() {
        return Collections.unmodifiableNavigableMap(withoutAcceptedPath);
    }

    /** Returns the reasons for which all overrides are withdrawn. */
    public Set<Suspension> suspensions() {
        return Set.copyOf(suspensions);
    }

    public OverrideCounts counts() {
        return new OverrideCounts(
                paths.size(),
                active.size(),
                waiting.size(),
                flaps.held(),
                withoutAcceptedPath.size(),
                active.announced(),
                active.withdrawn());
    }

    /** Explains the decision about a prefix. Empty if the router has no path to it. */
    public Optional<OverrideExplanation> explain(Prefix prefix, Instant now) {
        List<CandidatePath> all = paths.of(prefix);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new OverrideExplanation(
                prefix,
                new PathExplanations(rules, now).of(all),
                decision(prefix, now),
                Optional.ofNullable(active.get(prefix)),
                waiting.contains(prefix),
                flaps.isHeld(prefix),
                flaps.penalty(prefix, rules.policy().group().damping(), now)));
    }

    private void decideAgainAboutAll() {
        paths.prefixes().forEach(prefix -> changed.putIfAbsent(prefix, false));
        active.all().keySet().forEach(prefix -> changed.putIfAbsent(prefix, false));
    }

    private OverrideDecision decision(Prefix prefix, Instant now) {
        return suspensions.isEmpty()
                ? rules.decide(paths.of(prefix), flaps.isHeld(prefix), now)
                : new None(Reason.SUSPENDED);
    }

    /** Decides about a prefix. Existing overrides change at once. New overrides are added to {@code wanted}. */
    private void decide(
            Prefix prefix, boolean flap, Instant now, List<OverrideChange> changes, Map<Prefix, Announce> wanted) {
        OverrideDecision decision = decision(prefix, now);
        ActiveOverride old = active.get(prefix);
        int penalty = flap ? FlapStates.penaltyOf(old, decision) : 0;
        if (penalty > 0 && flaps.add(prefix, penalty, rules.policy().group().damping(), now)) {
            decision = decision(prefix, now);
        }
        waiting.remove(prefix);
        withoutAcceptedPath.remove(prefix);
        switch (decision) {
            case Announce announce when old == null -> wanted.put(prefix, announce);
            case Announce announce -> replace(prefix, old, announce, changes);
            case NoAcceptedPath none -> {
                withoutAcceptedPath.put(prefix, none);
                withdraw(prefix, old, changes);
            }
            case None ignored -> withdraw(prefix, old, changes);
        }
    }

    private void replace(Prefix prefix, ActiveOverride old, Announce decision, List<OverrideChange> changes) {
        OverrideChange change = active.replace(prefix, old, decision);
        if (change != null) {
            changes.add(change);
        }
    }

    private void withdraw(Prefix prefix, @Nullable ActiveOverride old, List<OverrideChange> changes) {
        if (old != null) {
            changes.add(active.withdraw(prefix));
        }
    }

    /** Announces waiting overrides in the order of prefixes, as far as the limits permit. */
    private void announceWaiting(Map<Prefix, Announce> decided, Instant now, List<OverrideChange> changes) {
        while (!waiting.isEmpty() && !hasNoRoom()) {
            Prefix prefix = waiting.first();
            OverrideDecision known = decided.get(prefix);
            if ((known == null ? decision(prefix, now) : known) instanceof Announce announce) {
                if (!budget.take(rules.policy().group().limits(), now)) {
                    return;
                }
                changes.add(active.announce(prefix, announce, now));
            }
            waiting.remove(prefix);
        }
    }

    private boolean hasNoRoom() {
        return active.size() >= rules.policy().group().limits().maxOverrides();
    }

    /** Decides again about paths in a refused state when an exception has expired since the last call. */
    private void expireExceptions(Instant now) {
        Optional<Instant> expiry = rules.policy().nextExpiry(advancedAt);
        if (expiry.isEmpty() || expiry.get().isAfter(now)) {
            return;
        }
        paths.prefixes().stream()
                .filter(prefix -> rules.refusesWithoutExceptions(paths.of(prefix)))
                .forEach(prefix -> changed.putIfAbsent(prefix, false));
    }
}

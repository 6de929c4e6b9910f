// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.NoAcceptedPath;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.Prefix;

/**
 * One router of {@link NetworkOverrides}: its paths and its overrides. The caller reports changed paths, policies and
 * suspensions. Each report takes effect at the next {@link NetworkOverrides#advance}.
 */
public final class RouterOverrides {
    /** Number of prefixes that are looked at for a path of an external neighbor. */
    private static final int SAMPLE = 1_000;

    private final NetworkOverrides owner;
    private final String name;
    private RouterPolicy policy;
    private RouterRules rules;
    private OptionalLong as = OptionalLong.empty();
    private @Nullable Network network;

    private final PathTable paths;
    private final OriginatorCounts originators;
    private final CopyEvidence copies;
    /** Paths whose attributes are not known. */
    private final Map<Prefix, Set<CandidatePath.Key>> hidden = new HashMap<>();
    /** Paths that the router did not use as overrides. */
    private final Map<Prefix, Set<CandidatePath.Key>> unusable = new HashMap<>();

    private final Set<Suspension> suspensions = EnumSet.noneOf(Suspension.class);
    private Set<Integer> identifiers = Set.of();
    private Set<Integer> neighbors = Set.of();
    private Optional<Reason> obstacle = Optional.empty();
    /** Behavior of the router by which overrides would harm the network; kept until the policy changes. */
    private Optional<Reason> flaw = Optional.empty();

    private boolean hidesLocalPreference;
    private boolean usableNextHops;

    private final ActiveOverrides active;
    private final NavigableMap<Prefix, NoAcceptedPath> withoutAcceptedPath = new TreeMap<>();
    /** Overrides that a limit stops. */
    private final NavigableSet<Prefix> waiting = new TreeSet<>();

    private final OverrideBudget budget;

    RouterOverrides(NetworkOverrides owner, String name, RouterPolicy policy) {
        this.owner = owner;
        this.name = name;
        this.policy = policy;
        this.rules = new RouterRules(policy, policy, owner.speakers());
        this.paths = new PathTable();
        this.originators = new OriginatorCounts();
        this.copies = new CopyEvidence();
        this.active = new ActiveOverrides(owner.interner());
        this.budget = OverrideBudget.limited();
    }

    /** Creates an independent copy for another owner, without a limit of changes. */
    RouterOverrides(NetworkOverrides owner, RouterOverrides other) {
        this.owner = owner;
        this.name = other.name;
        this.policy = other.policy;
        this.rules = other.rules;
        this.as = other.as;
        this.paths = new PathTable(other.paths);
        this.originators = new OriginatorCounts(other.originators);
        this.copies = new CopyEvidence(other.copies);
        this.hidden.putAll(other.hidden);
        this.unusable.putAll(other.unusable);
        this.suspensions.addAll(other.suspensions);
        this.identifiers = other.identifiers;
        this.neighbors = other.neighbors;
        this.obstacle = other.obstacle;
        this.flaw = other.flaw;
        this.hidesLocalPreference = other.hidesLocalPreference;
        this.usableNextHops = other.usableNextHops;
        this.active = new ActiveOverrides(other.active);
        this.withoutAcceptedPath.putAll(other.withoutAcceptedPath);
        this.waiting.addAll(other.waiting);
        this.budget = OverrideBudget.unlimited();
    }

    /** Returns the unique name of the router. */
    public String name() {
        return name;
    }

    /**
     * Adds or replaces a path. A peer has paths of one view only: post-policy if the router sends this view, else
     * pre-policy.
     */
    public void put(CandidatePath path) {
        setHidden(path.prefix(), path.key(), false);
        if (paths.put(path, this::removeOriginator)) {
            boolean newOriginator = originators.add(path);
            boolean newBehavior = isCopy(path) && copies.add(path, originOf(path));
            if (newOriginator || newBehavior) {
                network().markOriginatorsChanged();
            }
            forgetUnusable(path.prefix(), path.key());
            markChanged(path.prefix(), true);
        }
    }

    /** Removes a path. Does nothing if there is no such path. */
    public void remove(Prefix prefix, CandidatePath.Key key) {
        setHidden(prefix, key, false);
        if (paths.remove(prefix, key, this::removeOriginator)) {
            forgetUnusable(prefix, key);
            markChanged(prefix, true);
        }
    }

    /** Replaces a path by one whose attributes are not known. Only a path of an external neighbor is to be reported. */
    public void hide(Prefix prefix, CandidatePath.Key key) {
        remove(prefix, key);
        setHidden(prefix, key, true);
    }

    /** Removes all paths of a peer whose session with the router ended. */
    public void removePeer(PeerKey peer) {
        paths.removePeer(peer, path -> {
            removeOriginator(path);
            forgetUnusable(path.prefix(), path.key());
            markChanged(path.prefix(), false);
        });
        for (Prefix prefix : List.copyOf(hidden.keySet())) {
            hidden.getOrDefault(prefix, Set.of()).stream()
                    .filter(key -> key.peer().equals(peer))
                    .toList()
                    .forEach(key -> setHidden(prefix, key, false));
        }
    }

    /** Replaces the policy. */
    public void setPolicy(RouterPolicy changed) {
        if (!changed.equals(policy)) {
            policy = changed;
            flaw = Optional.empty();
            rules = new RouterRules(policy, rules.acceptance(), owner.speakers());
            owner.markRegroup();
            decideAgainAboutAll();
        }
    }

    public RouterPolicy policy() {
        return policy;
    }

    /** Sets the AS of the router; empty for {@code own-as} of the policy. */
    public void setAs(OptionalLong number) {
        if (!number.equals(as)) {
            as = number;
            owner.markRegroup();
        }
    }

    /** Sets the BGP Identifiers that the router has in its sessions. */
    public void setIdentifiers(Set<Integer> values) {
        if (!values.equals(identifiers)) {
            identifiers = Set.copyOf(values);
            network().markOriginatorsChanged();
        }
    }

    /** Sets the BGP Identifiers of external neighbors, also of those whose session has ended. */
    public void setNeighbors(Set<Integer> values) {
        if (!values.equals(neighbors)) {
            neighbors = Set.copyOf(values);
            network().markOriginatorsChanged();
        }
    }

    /** Sets the reason why the router cannot receive overrides, apart from its policy; empty if it can. */
    public void setObstacle(Optional<Reason> reason) {
        if (!reason.equals(obstacle)) {
            boolean changesFeed = isWithoutFeed(reason) != isWithoutFeed(obstacle);
            obstacle = reason;
            if (changesFeed) {
                owner.markRegroup();
            }
            network().markState();
        }
    }

    /**
     * Reports that the router shows no LOCAL_PREF of paths from external neighbors, so that each refused path could be
     * the best one.
     */
    public void setHidesLocalPreference(boolean hides) {
        if (hides != hidesLocalPreference) {
            hidesLocalPreference = hides;
            decideAgainAboutAll();
        }
    }

    /** Sets whether inner routers can use the next hops of overrides, as the operator states. */
    public void setUsableNextHops(boolean usable) {
        if (usable != usableNextHops) {
            usableNextHops = usable;
            network().markOriginatorsChanged();
        }
    }

    /** Returns the behavior of the router by which overrides would harm the network; empty if none was seen. */
    public Optional<Reason> flaw() {
        return flaw;
    }

    /** Returns true if the router shows no LOCAL_PREF of paths from external neighbors. */
    public boolean hidesLocalPreference() {
        return hidesLocalPreference;
    }

    /** Returns the number of prefixes with a path whose attributes are not known. */
    public int hiddenPrefixes() {
        return hidden.size();
    }

    /** Returns what other routers received from this router over iBGP. */
    public ReflectionEvidence evidence() {
        return network().evidence(this);
    }

    /** Returns the reason why no router of the network can have overrides; empty if there is none. */
    public Optional<None> networkObstacle() {
        return network().obstacle();
    }

    /** Returns the first routers of the network that have external neighbors and cannot receive overrides. */
    public List<String> bordersWithoutOverrides() {
        return network().bordersWithoutOverrides();
    }

    boolean cannotReceiveOverrides() {
        return obstacle.or(() -> flaw).isPresent() || !rules.overrides();
    }

    boolean hasCandidates() {
        return paths.prefixes().stream()
                .limit(SAMPLE)
                .anyMatch(prefix -> paths.of(prefix).stream().anyMatch(rules::isCandidate));
    }

    void setFlaw(Reason reason) {
        if (flaw.isEmpty()) {
            flaw = Optional.of(reason);
            network().markState();
        }
    }

    boolean hasUsableNextHops() {
        return usableNextHops;
    }

    CopyEvidence copies() {
        return copies;
    }

    private static boolean isWithoutFeed(Optional<Reason> reason) {
        return reason.filter(Reason.BORDER_NOT_FED::equals).isPresent();
    }

    /**
     * Sets the paths to a prefix that the router did not use as overrides. They are no longer announced. A change of a
     * path ends this for the path.
     */
    public void setUnusable(Prefix prefix, Set<CandidatePath.Key> keys) {
        Set<CandidatePath.Key> before =
                keys.isEmpty() ? unusable.remove(prefix) : unusable.put(prefix, Set.copyOf(keys));
        if (!keys.equals(before == null ? Set.of() : before)) {
            markChanged(prefix, true);
        }
    }

    /** Withdraws all overrides at the next advance, until every suspension has ended. */
    public void suspend(Suspension reason) {
        boolean first = suspensions.isEmpty();
        if (suspensions.add(reason)) {
            if (reason == Suspension.ROUTER_LOST) {
                network().markOriginatorsChanged();
                decideAgainAboutAll();
            } else if (first) {
                prefixesOfState().forEach(prefix -> markChanged(prefix, false));
            }
        }
    }

    /** Ends a suspension. */
    public void resume(Suspension reason) {
        if (suspensions.remove(reason)) {
            if (reason == Suspension.ROUTER_LOST) {
                network().markOriginatorsChanged();
                decideAgainAboutAll();
            } else if (suspensions.isEmpty()) {
                decideAgainAboutAll();
            }
        }
    }

    /** Returns true for a path that Pathproof announced. */
    public boolean isOwn(CandidatePath path) {
        return rules.isOwn(path);
    }

    /** Returns the prefixes with a path. The view changes with the router. */
    public Set<Prefix> prefixes() {
        return Collections.unmodifiableSet(paths.prefixes());
    }

    /** Returns the router's paths to a prefix, without order. */
    public List<CandidatePath> paths(Prefix prefix) {
        return paths.of(prefix);
    }

    /** Returns the overrides that are announced to the router. The view changes with the router. */
    public NavigableMap<Prefix, ActiveOverride> active() {
        return active.all();
    }

    /** Returns the prefixes without an accepted path. The view changes with the router. */
    public NavigableMap<Prefix, NoAcceptedPath> withoutAcceptedPath() {
        return Collections.unmodifiableNavigableMap(withoutAcceptedPath);
    }

    /**
     * Returns the prefixes of the network without an override because of an obstacle at one of its routers. The view
     * changes with the network.
     */
    public NavigableMap<Prefix, None> blocked() {
        return network().blocked();
    }

    /** Returns the prefixes of the network that flap damping holds. The view changes with the network. */
    public NavigableSet<Prefix> held() {
        return network().held();
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
                network().held().size(),
                withoutAcceptedPath.size(),
                network().blocked().size(),
                active.announced(),
                active.withdrawn());
    }

    /** Explains the decision about a prefix. Empty if the router has no path to it. */
    public Optional<OverrideExplanation> explain(Prefix prefix, Instant now) {
        List<CandidatePath> all = paths.of(prefix);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        PathExplanations explanations = new PathExplanations(rules, now);
        return Optional.of(new OverrideExplanation(
                prefix,
                explanations.of(all),
                network().pathsOfOthers(this, prefix, now),
                network().decisions(prefix, now).getOrDefault(name, None.of(Reason.NO_PATH)),
                Optional.ofNullable(active.get(prefix)),
                waiting.contains(prefix),
                network().isHeld(prefix),
                network().penalty(prefix, now)));
    }

    Optional<Reason> obstacle() {
        return obstacle;
    }

    /** Returns the AS by which routers are grouped; 0 if it is not known. */
    long as() {
        return as.orElseGet(() -> policy.numbers().map(FeedNumbers::ownAs).orElse(0L));
    }

    /** Returns the identifiers; none while the router is lost. */
    Set<Integer> identifiers() {
        return isLost() ? Set.of() : identifiers;
    }

    /** Returns the routers whose paths this router received over iBGP. */
    Set<OriginatorCounts.Originator> originators() {
        return isLost() ? Set.of() : originators.all();
    }

    /**
     * Returns true if paths over iBGP with this originator enter at this router. GoBGP 3.10 sends its reflection
     * clients the BGP Identifier of an external neighbor as ORIGINATOR_ID.
     */
    boolean isEntryOf(OriginatorCounts.Originator originator) {
        Set<Integer> own = identifiers();
        return own.contains(originator.identifier())
                || (own.contains(originator.sender()) && neighbors.contains(originator.identifier()));
    }

    private boolean isLost() {
        return suspensions.contains(Suspension.ROUTER_LOST);
    }

    /** Sets the policy that accepts or refuses the paths if the own policy makes no overrides. */
    void applyAcceptance(RouterPolicy acceptance) {
        if (!rules.acceptance().equals(acceptance) && !policy.group().policy().overrides()) {
            rules = new RouterRules(policy, acceptance, owner.speakers());
            decideAgainAboutAll();
        }
    }

    /** Moves the router to a network. */
    void moveTo(Network now) {
        if (network != now) {
            if (network != null) {
                markAllPaths();
            }
            network = now;
            markAllPaths();
        }
    }

    /** Makes the network decide again about all prefixes of this router. */
    void markAllPaths() {
        Network current = network;
        if (current != null) {
            current.markOriginatorsChanged();
            Stream.of(paths.prefixes(), active.all().keySet())
                    .flatMap(Set::stream)
                    .forEach(prefix -> current.markChanged(prefix, false));
        }
    }

    /** Sets the network of a copy, which is in the same state. */
    void copyNetwork(Network copy) {
        network = copy;
    }

    RouterInput input(Prefix prefix) {
        return new RouterInput(
                name,
                rules,
                paths.of(prefix),
                hidden.containsKey(prefix),
                hidesLocalPreference,
                unusable.getOrDefault(prefix, Set.of()),
                !suspensions.isEmpty(),
                isLost(),
                obstacle.or(() -> flaw));
    }

    /** Returns the prefixes whose decision is more than the absence of an override. */
    Set<Prefix> prefixesOfState() {
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
            case Announce announce when old == null -> {
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

    /** Returns true if the router has no override of a prefix, or can keep the one that it has. */
    boolean canKeep(Prefix prefix, Instant now) {
        ActiveOverride override = active.get(prefix);
        return override == null
                || suspensions.isEmpty()
                        && !cannotReceiveOverrides()
                        && paths.of(prefix).contains(override.path())
                        && rules.refusal(override.path(), now).isEmpty()
                        && !unusable.getOrDefault(prefix, Set.of())
                                .contains(override.path().key());
    }

    private void withdraw(
            Prefix prefix, @Nullable ActiveOverride old, Consumer<@Nullable OverrideChange> changes) {
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

    void removeWaiting(Prefix prefix) {
        waiting.remove(prefix);
    }

    /** Returns true if the limits permit a new override. */
    boolean hasRoom(Instant now) {
        return active.size() < policy.group().limits().maxOverrides()
                && budget.hasRoom(policy.group().limits(), now);
    }

    /** Announces a new override. The caller has checked {@link #hasRoom}. */
    OverrideChange announce(Prefix prefix, Announce decision, Instant now) {
        budget.take(policy.group().limits(), now);
        return active.announce(prefix, decision, now);
    }

    /** Returns the prefixes with a path in a refused state, if an exception has expired; else none. */
    List<Prefix> expireExceptions(Instant since, Instant now) {
        Optional<Instant> expiry = rules.acceptance().nextExpiry(since);
        return expiry.isEmpty() || expiry.get().isAfter(now)
                ? List.of()
                : paths.prefixes().stream()
                        .filter(prefix -> rules.refusesWithoutExceptions(paths.of(prefix)))
                        .toList();
    }

    /** Returns the times at which an exception expires, or the limit of changes permits more overrides. */
    Stream<Instant> deadlines(Instant advancedAt) {
        Stream<Instant> room = waiting.isEmpty()
                        || active.size() >= policy.group().limits().maxOverrides()
                ? Stream.empty()
                : Stream.of(budget.windowEnd(policy.group().limits()));
        return Stream.concat(room, rules.acceptance().nextExpiry(advancedAt).stream());
    }

    private void decideAgainAboutAll() {
        markAllPaths();
        prefixesOfState().forEach(prefix -> markChanged(prefix, false));
    }

    private void markChanged(Prefix prefix, boolean flap) {
        network().markChanged(prefix, flap);
    }

    private Network network() {
        return owner.networkOf(this);
    }

    @Nullable
    Network currentNetwork() {
        return network;
    }

    private void removeOriginator(CandidatePath path) {
        boolean lastOfOriginator = originators.remove(path);
        boolean newBehavior = isCopy(path) && copies.remove(path, originOf(path));
        if (lastOfOriginator || newBehavior) {
            network().markOriginatorsChanged();
        }
    }

    private CopyEvidence.Origin originOf(CandidatePath path) {
        if (!rules.isOwn(path)) {
            return CopyEvidence.Origin.NEIGHBOR;
        }
        return owner.speakers().announced(path) ? CopyEvidence.Origin.MARKED : CopyEvidence.Origin.UNMARKED;
    }

    /** Returns true for a path that another router sent on, and not Pathproof itself. */
    private boolean isCopy(CandidatePath path) {
        return !owner.speakers().isSpeaker(path.peer());
    }

    private void setHidden(Prefix prefix, CandidatePath.Key key, boolean isHidden) {
        Set<CandidatePath.Key> before = hidden.getOrDefault(prefix, Set.of());
        if (before.contains(key) == isHidden) {
            return;
        }
        Set<CandidatePath.Key> keys = new HashSet<>(before);
        if (isHidden) {
            keys.add(key);
        } else {
            keys.remove(key);
        }
        if (keys.isEmpty()) {
            hidden.remove(prefix);
        } else {
            hidden.put(prefix, keys);
        }
        markChanged(prefix, true);
    }

    private void forgetUnusable(Prefix prefix, CandidatePath.Key key) {
        Set<CandidatePath.Key> before = unusable.get(prefix);
        if (before != null && before.contains(key)) {
            List<CandidatePath.Key> rest = new ArrayList<>(before);
            rest.remove(key);
            if (rest.isEmpty()) {
                unusable.remove(prefix);
            } else {
                unusable.put(prefix, Set.copyOf(rest));
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.AttributeInterner;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.feeds.reflection.NeighborClients;
import org.pathproof.feeds.reflection.RouterSoftware;
import org.pathproof.wire.Prefix;

/** The state of one router: its paths, its policy, and its overrides. Not thread-safe. */
final class RouterState {
    /** Number of prefixes that are looked at for a path of an external neighbor. */
    private static final int SAMPLE = 1_000;

    private final NetworkMarks marks;
    private final FeedSpeakers speakers;
    private final String name;
    private RouterPolicy policy;
    private RouterRules rules;
    private OptionalLong as = OptionalLong.empty();
    private final RouterPaths paths;

    private final Set<Suspension> suspensions = EnumSet.noneOf(Suspension.class);
    private Set<Integer> identifiers = Set.of();
    private Set<Integer> neighbors = Set.of();
    private Optional<Reason> obstacle = Optional.empty();
    /** Behavior of the router by which overrides would harm the network; kept until the policy changes. */
    private Optional<Reason> flaw = Optional.empty();

    private RouterSoftware software = RouterSoftware.UNKNOWN;
    private final SeenClients seenClients;
    private NeighborClients clients = NeighborClients.NOT_NEEDED;
    private boolean hidesLocalPreference;
    private boolean usableNextHops;

    private final RouterAnnouncements announcements;

    RouterState(
            String name, RouterPolicy policy, FeedSpeakers speakers, AttributeInterner interner, NetworkMarks marks) {
        this.name = name;
        this.policy = policy;
        this.speakers = speakers;
        this.marks = marks;
        this.rules = new RouterRules(policy, policy, speakers);
        this.paths = new RouterPaths(marks, this::originOf);
        this.seenClients = new SeenClients();
        this.announcements = new RouterAnnouncements(interner);
    }

    /** Creates an independent copy, without a limit of changes. */
    RouterState(RouterState other, NetworkMarks marks) {
        this.name = other.name;
        this.policy = other.policy;
        this.speakers = other.speakers;
        this.marks = marks;
        this.rules = other.rules;
        this.as = other.as;
        this.paths = new RouterPaths(marks, this::originOf, other.paths);
        this.suspensions.addAll(other.suspensions);
        this.identifiers = other.identifiers;
        this.neighbors = other.neighbors;
        this.obstacle = other.obstacle;
        this.flaw = other.flaw;
        this.software = other.software;
        this.seenClients = new SeenClients(other.seenClients);
        this.clients = other.clients;
        this.hidesLocalPreference = other.hidesLocalPreference;
        this.usableNextHops = other.usableNextHops;
        this.announcements = new RouterAnnouncements(other.announcements);
    }

    String name() {
        return name;
    }

    RouterPaths paths() {
        return paths;
    }

    RouterRules rules() {
        return rules;
    }

    /** Returns the overrides that are announced to the router, or wait. */
    RouterAnnouncements announcements() {
        return announcements;
    }

    /** Returns true if the limits permit a new override. */
    boolean hasRoom(Instant now) {
        return announcements.hasRoom(policy.group().limits(), now);
    }

    /** Announces a new override. The caller has checked {@link #hasRoom}. */
    OverrideChange announce(Prefix prefix, Announce decision, Instant now) {
        return announcements.announce(prefix, decision, policy.group().limits(), now);
    }

    RouterPolicy policy() {
        return policy;
    }

    /** Replaces the policy. */
    void setPolicy(RouterPolicy changed) {
        if (!changed.equals(policy)) {
            policy = changed;
            flaw = Optional.empty();
            seenClients.clear();
            rules = new RouterRules(policy, rules.acceptance(), speakers);
            marks.markRegroup();
            decideAgainAboutAll();
        }
    }

    /** Sets the AS of the router; empty for {@code own-as} of the policy. */
    void setAs(OptionalLong number) {
        if (!number.equals(as)) {
            as = number;
            marks.markRegroup();
        }
    }

    /** Returns the AS by which routers are grouped; 0 if it is not known. */
    long as() {
        return as.orElseGet(() -> policy.numbers().map(FeedNumbers::ownAs).orElse(0L));
    }

    /** Sets the BGP Identifiers that the router has in its sessions. */
    void setIdentifiers(Set<Integer> values) {
        if (!values.equals(identifiers)) {
            identifiers = Set.copyOf(values);
            marks.markOriginatorsChanged();
        }
    }

    /** Returns the identifiers; none while the router is lost. */
    Set<Integer> identifiers() {
        return isLost() ? Set.of() : identifiers;
    }

    /** Sets the BGP Identifiers of external neighbors, also of those whose session has ended. */
    void setNeighbors(Set<Integer> values) {
        if (!values.equals(neighbors)) {
            neighbors = Set.copyOf(values);
            marks.markOriginatorsChanged();
        }
    }

    Set<Integer> neighbors() {
        return neighbors;
    }

    /** Returns the routers whose paths this router received over iBGP. */
    Set<OriginatorCounts.Originator> originators() {
        return isLost() ? Set.of() : paths.originators().all();
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

    /** Sets the reason why the router cannot receive overrides, apart from its policy; empty if it can. */
    void setObstacle(Optional<Reason> reason) {
        if (!reason.equals(obstacle)) {
            boolean changesFeed = isWithoutFeed(reason) != isWithoutFeed(obstacle);
            obstacle = reason;
            if (changesFeed) {
                marks.markRegroup();
            }
            marks.markState();
        }
    }

    Optional<Reason> obstacle() {
        return obstacle;
    }

    private static boolean isWithoutFeed(Optional<Reason> reason) {
        return reason.filter(Reason.BORDER_NOT_FED::equals).isPresent();
    }

    /**
     * Reports that the router shows no LOCAL_PREF of paths from external neighbors, so that each refused path could be
     * the best one.
     */
    void setHidesLocalPreference(boolean hides) {
        if (hides != hidesLocalPreference) {
            hidesLocalPreference = hides;
            decideAgainAboutAll();
        }
    }

    /** Returns true if the router shows no LOCAL_PREF of paths from external neighbors. */
    boolean hidesLocalPreference() {
        return hidesLocalPreference;
    }

    /** Sets whether inner routers can use the next hops of overrides, as the operator states. */
    void setUsableNextHops(boolean usable) {
        if (usable != usableNextHops) {
            usableNextHops = usable;
            marks.markOriginatorsChanged();
        }
    }

    boolean hasUsableNextHops() {
        return usableNextHops;
    }

    void setFlaw(Reason reason) {
        if (flaw.isEmpty()) {
            flaw = Optional.of(reason);
            marks.markState();
        }
    }

    /** Returns the behavior of the router by which overrides would harm the network; empty if none was seen. */
    Optional<Reason> flaw() {
        return flaw;
    }

    /** Sets the software that the router names. */
    void setSoftware(RouterSoftware named) {
        if (!named.equals(software)) {
            software = named;
            marks.markOriginatorsChanged();
        }
    }

    RouterSoftware software() {
        return software;
    }

    /** Finds out again which internal neighbors are reflection clients, from the paths at all routers. */
    void updateClients(Collection<RouterState> routers) {
        NeighborClients now = NeighborClients.NOT_NEEDED;
        if (software.losesWithdrawals()) {
            List<InternalView> others = routers.stream()
                    .filter(router -> router != this)
                    .map(RouterState::internalView)
                    .toList();
            now = seenClients.update(internalView(), others, speakers.identifiers());
        }
        if (now != clients) {
            clients = now;
            marks.markState();
        }
    }

    private InternalView internalView() {
        return new InternalView(identifiers(), neighbors(), originators());
    }

    NeighborClients clients() {
        return clients;
    }

    /** Returns the reason why the router cannot receive overrides, apart from its policy; empty if it can. */
    private Optional<Reason> currentObstacle() {
        return obstacle.or(() -> flaw)
                .or(() -> clients.preventsOverrides() ? Optional.of(Reason.BORDER_REFLECTION) : Optional.empty());
    }

    boolean cannotReceiveOverrides() {
        return currentObstacle().isPresent() || !rules.overrides();
    }

    boolean hasCandidates() {
        return paths.table().prefixes().stream()
                .limit(SAMPLE)
                .anyMatch(prefix -> paths.table().of(prefix).stream().anyMatch(rules::isCandidate));
    }

    /** Withdraws all overrides at the next advance, until every suspension has ended. */
    void suspend(Suspension reason) {
        boolean first = suspensions.isEmpty();
        if (suspensions.add(reason)) {
            if (reason == Suspension.ROUTER_LOST) {
                marks.markOriginatorsChanged();
                decideAgainAboutAll();
            } else if (first) {
                announcements.prefixes().forEach(prefix -> marks.markChanged(prefix, false));
            }
        }
    }

    /** Ends a suspension. */
    void resume(Suspension reason) {
        if (suspensions.remove(reason)) {
            if (reason == Suspension.ROUTER_LOST) {
                marks.markOriginatorsChanged();
                decideAgainAboutAll();
            } else if (suspensions.isEmpty()) {
                decideAgainAboutAll();
            }
        }
    }

    /** Returns the reasons for which all overrides are withdrawn. */
    Set<Suspension> suspensions() {
        return Set.copyOf(suspensions);
    }

    private boolean isLost() {
        return suspensions.contains(Suspension.ROUTER_LOST);
    }

    /** Sets the policy that accepts or refuses the paths if the own policy makes no overrides. */
    void applyAcceptance(RouterPolicy acceptance) {
        if (!rules.acceptance().equals(acceptance) && !policy.group().policy().overrides()) {
            rules = new RouterRules(policy, acceptance, speakers);
            decideAgainAboutAll();
        }
    }

    /** Makes the network decide again about all prefixes of this router. */
    void markAllPaths() {
        marks.markOriginatorsChanged();
        Stream.of(paths.prefixes(), announcements.active().keySet())
                .flatMap(Set::stream)
                .forEach(prefix -> marks.markChanged(prefix, false));
    }

    private void decideAgainAboutAll() {
        markAllPaths();
        announcements.prefixes().forEach(prefix -> marks.markChanged(prefix, false));
    }

    RouterInput input(Prefix prefix) {
        return new RouterInput(
                name,
                rules,
                paths.table().of(prefix),
                paths.unshown(prefix),
                paths.hidden(prefix),
                hidesLocalPreference,
                paths.unusable(prefix),
                !suspensions.isEmpty(),
                isLost(),
                currentObstacle());
    }

    /** Returns true for an override with a path that the router still has and the policy accepts. */
    boolean isGood(ActiveOverride override, Instant now) {
        Prefix prefix = override.path().prefix();
        return !cannotReceiveOverrides()
                && paths.all(prefix).contains(override.path())
                && rules.refusal(override.path(), now).isEmpty()
                && !paths.unusable(prefix).contains(override.path().key());
    }

    /** Returns the prefixes with a path in a refused state, if an exception has expired; else none. */
    List<Prefix> expireExceptions(Instant since, Instant now) {
        Optional<Instant> expiry = rules.acceptance().nextExpiry(since);
        return expiry.isEmpty() || expiry.get().isAfter(now)
                ? List.of()
                : paths.prefixes().stream()
                        .filter(prefix -> rules.refusesWithoutExceptions(paths.all(prefix)))
                        .toList();
    }

    private Optional<CopyEvidence.Origin> originOf(CandidatePath path) {
        if (speakers.isSpeaker(path.peer())) {
            return Optional.empty();
        }
        if (!rules.isOwn(path)) {
            return Optional.of(CopyEvidence.Origin.NEIGHBOR);
        }
        return Optional.of(speakers.announced(path) ? CopyEvidence.Origin.MARKED : CopyEvidence.Origin.UNMARKED);
    }

    /** Returns the times at which an exception expires, or the limit of changes permits more overrides. */
    Stream<Instant> deadlines(Instant advancedAt) {
        return Stream.concat(
                announcements.roomAt(policy.group().limits()).stream(),
                rules.acceptance().nextExpiry(advancedAt).stream());
    }
}

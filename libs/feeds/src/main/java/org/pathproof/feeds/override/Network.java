// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
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
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.override.OverrideExplanation.ElsewherePath;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.FlapDamping;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.Prefix;

/** The routers of one AS, and the state of their prefixes. Not thread-safe. */
final class Network {
    /** Number of routers that a reason names. */
    private static final int MAX_NAMED = 5;

    private final FeedSpeakers speakers;
    /** The routers in the order of their names. */
    private final List<RouterState> routers = new ArrayList<>();

    private final FlapStates flaps;
    private final LastOverrides lasts;
    /** Prefixes to decide about at the next {@link #advance}; true if a change of the override counts as a flap. */
    private final NavigableMap<Prefix, Boolean> changed = new TreeMap<>();

    /** The policy that accepts or refuses the paths of routers whose own policy makes no overrides. */
    private RouterPolicy acceptance = RouterPolicy.OBSERVE;

    /** Reason why no router can have overrides. */
    private Optional<None> obstacle = Optional.empty();

    private boolean originatorsChanged = true;
    /** Prefixes without an override because of an obstacle, with the obstacle. */
    private final NavigableMap<Prefix, None> blocked;

    Network(FeedSpeakers speakers) {
        this.speakers = speakers;
        this.flaps = new FlapStates();
        this.lasts = LastOverrides.inOrder();
        this.blocked = new TreeMap<>();
    }

    /** Creates an independent copy without routers, in which all overrides of a prefix end at once. */
    Network(Network other) {
        this.speakers = other.speakers;
        this.flaps = new FlapStates(other.flaps);
        this.lasts = LastOverrides.atOnce();
        this.blocked = new TreeMap<>(other.blocked);
        this.changed.putAll(other.changed);
        other.lasts.prefixes().forEach(prefix -> markChanged(prefix, false));
        this.acceptance = other.acceptance;
        this.obstacle = other.obstacle;
    }

    /** Replaces the routers, which are in the order of their names. */
    void setRouters(List<RouterState> members) {
        routers.clear();
        routers.addAll(members);
        originatorsChanged = true;
        RouterPolicy chosen = routers.stream()
                .filter(router ->
                        router.obstacle().filter(Reason.BORDER_NOT_FED::equals).isEmpty())
                .map(RouterState::policy)
                .filter(policy -> policy.group().policy().overrides())
                .findFirst()
                .orElse(RouterPolicy.OBSERVE);
        if (!chosen.equals(acceptance)) {
            acceptance = chosen;
            markState();
        }
        routers.forEach(router -> router.applyAcceptance(acceptance));
    }

    boolean isEmpty() {
        return routers.isEmpty();
    }

    void markChanged(Prefix prefix, boolean flap) {
        changed.merge(prefix, flap, Boolean::logicalOr);
    }

    /** Reports that senders of internal paths, or the identifiers of routers, changed. */
    void markOriginatorsChanged() {
        originatorsChanged = true;
    }

    /** Makes the network decide again about all prefixes that have an override, lack one, or wait for one. */
    void markState() {
        blocked.keySet().forEach(prefix -> markChanged(prefix, false));
        routers.forEach(router -> router.announcements().prefixes().forEach(prefix -> markChanged(prefix, false)));
    }

    /** Decides about all prefixes that changed since the last call, and adds the changes of each router. */
    void advance(Instant now, Instant advancedAt, Map<RouterState, List<OverrideChange>> changes) {
        updateObstacle();
        int active = routers.stream()
                .mapToInt(router -> router.announcements().active().size())
                .sum();
        flaps.release(damping(), now, active, prefix -> markChanged(prefix, false));
        lasts.release(now, prefix -> markChanged(prefix, false));
        routers.forEach(
                router -> router.expireExceptions(advancedAt, now).forEach(prefix -> markChanged(prefix, false)));
        // Withdrawals come first, because they make room for new overrides.
        Map<Prefix, Map<String, OverrideDecision>> wanted = new HashMap<>();
        changed.forEach((prefix, flap) -> decide(prefix, flap, now, changes, wanted));
        changed.clear();
        routers.forEach(router -> announceWaiting(router, wanted, now, changes));
    }

    /** Returns the times at which a decision is due without a report. */
    Stream<Instant> deadlines(Instant advancedAt) {
        Stream<Instant> ofRouters = routers.stream().flatMap(router -> router.deadlines(advancedAt));
        return Stream.of(flaps.releaseTimes(damping()), lasts.deadlines(), ofRouters)
                .flatMap(times -> times);
    }

    /** Releases all held prefixes. */
    void releaseHeld() {
        flaps.releaseAll(prefix -> markChanged(prefix, false));
    }

    /** Describes the hold of a prefix; empty if it is not held. */
    Optional<HeldPrefix> hold(Prefix prefix) {
        return flaps.describe(prefix, damping());
    }

    /** Returns the number of held prefixes whose overrides oscillate. */
    int oscillating() {
        return flaps.oscillating();
    }

    int penalty(Prefix prefix, Instant now) {
        return flaps.penalty(prefix, damping(), now);
    }

    /** Returns the prefixes without an override because of an obstacle. The view changes with the network. */
    NavigableMap<Prefix, None> blocked() {
        return Collections.unmodifiableNavigableMap(blocked);
    }

    /** Returns the held prefixes. The view changes with the network. */
    NavigableSet<Prefix> held() {
        return flaps.held();
    }

    /** Returns the decision of each router about a prefix, as {@link #decisions}, and the effect of a hold. */
    Map<String, OverrideDecision> explained(Prefix prefix, Instant now) {
        Map<String, OverrideDecision> decisions = decisions(prefix, now);
        Hold hold = flaps.hold(prefix);
        return hold == null || heldRules(prefix, now).canStay(decisions, damping())
                ? decisions
                : HeldRules.limit(decisions, new Hold(hold), false, damping());
    }

    /** Returns the decision of each router about a prefix, without limits and the effect of a hold. */
    Map<String, OverrideDecision> decisions(Prefix prefix, Instant now) {
        List<RouterInput> inputs = new ArrayList<>(routers.size());
        routers.forEach(router -> inputs.add(router.input(prefix)));
        return NetworkRules.decide(inputs, obstacle, flaps.isHeld(prefix), now);
    }

    /** Returns the paths to a prefix that take part in decisions and enter at other routers. */
    List<ElsewherePath> pathsOfOthers(RouterState than, Prefix prefix, Instant now) {
        List<ElsewherePath> paths = new ArrayList<>();
        for (RouterState router : routers) {
            RouterInput input = router.input(prefix);
            if (router == than || input.lost()) {
                continue;
            }
            input.rules()
                    .ordered(input.paths().stream()
                            .filter(input.rules()::isCandidate)
                            .toList())
                    .forEach(path -> paths.add(new ElsewherePath(
                            input.networkPath(path), input.rules().refusal(path, now))));
        }
        return paths;
    }

    private FlapDamping damping() {
        return acceptance.group().damping();
    }

    /** Finds the routers that send paths over iBGP and are not monitored. */
    private void updateObstacle() {
        if (!originatorsChanged) {
            return;
        }
        originatorsChanged = false;
        routers.forEach(this::findFlaw);
        routers.forEach(router -> router.updateClients(routers));
        Set<Integer> unmonitored = new TreeSet<>(Integer::compareUnsigned);
        routers.stream()
                .flatMap(router -> router.originators().stream())
                .filter(originator -> routers.stream().noneMatch(router -> router.isEntryOf(originator)))
                .forEach(originator -> unmonitored.add(originator.identifier()));
        unmonitored.removeAll(speakers.identifiers());
        Optional<None> now = unmonitored.isEmpty()
                ? Optional.empty()
                : Optional.of(new None(
                        Reason.BORDER_NOT_MONITORED,
                        unmonitored.stream().limit(MAX_NAMED).map(Network::text).toList()));
        if (!now.equals(obstacle)) {
            obstacle = now;
            markState();
        }
    }

    /** Looks for a flaw of a router in what it sent to the other routers. */
    private void findFlaw(RouterState router) {
        CopyEvidence.flaw(evidence(router), router.hasUsableNextHops()).ifPresent(router::setFlaw);
    }

    /** Returns what the other routers received from a router over iBGP. */
    ReflectionEvidence evidence(RouterState router) {
        ReflectionEvidence evidence = ReflectionEvidence.NONE;
        for (RouterState receiver : routers) {
            for (Integer identifier : router.identifiers()) {
                evidence = evidence.plus(receiver.paths().copies().of(identifier));
            }
        }
        return evidence;
    }

    /** Returns the reason why no router can have overrides; empty if there is none. */
    Optional<None> obstacle() {
        return obstacle;
    }

    /** Returns the names of the routers that have paths of external neighbors and cannot receive overrides. */
    List<String> bordersWithoutOverrides() {
        return routers.stream()
                .filter(RouterState::cannotReceiveOverrides)
                .filter(RouterState::hasCandidates)
                .map(RouterState::name)
                .limit(MAX_NAMED)
                .toList();
    }

    /** Decides about a prefix. Existing overrides change at once. New overrides are added to {@code toAnnounce}. */
    private void decide(
            Prefix prefix,
            boolean flap,
            Instant now,
            Map<RouterState, List<OverrideChange>> changes,
            Map<Prefix, Map<String, OverrideDecision>> toAnnounce) {
        Map<String, OverrideDecision> decisions = decisions(prefix, now);
        boolean wasHeld = flaps.isHeld(prefix);
        AnnouncedPaths wanted = AnnouncedPaths.of(decisions);
        if (wasHeld) {
            flaps.observe(prefix, wanted, flap, damping(), now);
        } else if (flap && flaps.add(prefix, penaltyOf(prefix, decisions), announced(prefix), wanted, damping(), now)) {
            decisions = decisions(prefix, now);
        }
        updateBlocked(prefix, decisions);
        Hold hold = flaps.hold(prefix);
        if (hold != null) {
            if (heldRules(prefix, now).canStay(decisions, damping())) {
                return;
            }
            decisions = HeldRules.limit(decisions, hold, flap && wasHeld, damping());
        }
        Optional<RouterState> last = lasts.keep(prefix, routers, decisions, now);
        boolean isWanted = false;
        for (RouterState router : routers) {
            if (last.filter(router::equals).isPresent()) {
                continue;
            }
            OverrideDecision decision = of(decisions, router);
            isWanted |= router.announcements().apply(prefix, decision, change -> add(router, change, changes));
        }
        if (isWanted) {
            toAnnounce.put(prefix, decisions);
        }
    }

    private HeldRules heldRules(Prefix prefix, Instant now) {
        return new HeldRules(routers, prefix, now);
    }

    /** Returns the overrides of a prefix, as the latest decision wants them. */
    private AnnouncedPaths announced(Prefix prefix) {
        NavigableMap<String, RouteAttributes> byRouter = new TreeMap<>();
        for (RouterState router : routers) {
            RouteAttributes attributes = announced(prefix, router);
            if (attributes != null) {
                byRouter.put(router.name(), attributes);
            }
        }
        return new AnnouncedPaths(byRouter);
    }

    /** Returns the override of a router, as the latest decision wants it; null for none. */
    private @Nullable RouteAttributes announced(Prefix prefix, RouterState router) {
        OverrideDecision wanted = lasts.wanted(prefix, router);
        if (wanted != null) {
            return wanted instanceof Announce announce ? announce.attributes() : null;
        }
        ActiveOverride override = router.announcements().active().get(prefix);
        return override == null ? null : override.attributes();
    }

    private void updateBlocked(Prefix prefix, Map<String, OverrideDecision> decisions) {
        for (OverrideDecision decision : decisions.values()) {
            if (decision instanceof None none && none.reason().isObstacle()) {
                blocked.put(prefix, none);
                return;
            }
        }
        blocked.remove(prefix);
    }

    private int penaltyOf(Prefix prefix, Map<String, OverrideDecision> decisions) {
        int penalty = 0;
        for (RouterState router : routers) {
            OverrideDecision decision = of(decisions, router);
            if (!(decision instanceof Announce)
                    || !router.announcements().waiting().contains(prefix)) {
                penalty = Math.max(penalty, FlapStates.penaltyOf(announced(prefix, router), decision));
            }
        }
        return penalty;
    }

    /** Announces waiting overrides of a router in the order of prefixes, as far as all routers have room. */
    private void announceWaiting(
            RouterState router,
            Map<Prefix, Map<String, OverrideDecision>> decided,
            Instant now,
            Map<RouterState, List<OverrideChange>> changes) {
        Prefix prefix = router.announcements().nextWaiting(null);
        while (prefix != null && router.hasRoom(now)) {
            Map<String, OverrideDecision> known = decided.get(prefix);
            Map<String, OverrideDecision> decisions = known == null ? decisions(prefix, now) : known;
            List<RouterState> lacking = lacking(prefix, decisions);
            if (lacking.stream().allMatch(other -> other.hasRoom(now))) {
                for (RouterState other : lacking) {
                    add(other, other.announce(prefix, (Announce) of(decisions, other), now), changes);
                }
                Prefix done = prefix;
                routers.forEach(other -> other.announcements().waiting().remove(done));
            }
            prefix = router.announcements().nextWaiting(prefix);
        }
    }

    /** Returns the routers whose decision is an override that they do not have. */
    private List<RouterState> lacking(Prefix prefix, Map<String, OverrideDecision> decisions) {
        return routers.stream()
                .filter(router -> of(decisions, router) instanceof Announce
                        && !router.announcements().active().containsKey(prefix))
                .toList();
    }

    private static String text(int identifier) {
        return IpAddress.format(new ByteWriter().u32(identifier).toBytes());
    }

    private static OverrideDecision of(Map<String, OverrideDecision> decisions, RouterState router) {
        return decisions.getOrDefault(router.name(), None.of(Reason.NO_PATH));
    }

    private static void add(
            RouterState router, @Nullable OverrideChange change, Map<RouterState, List<OverrideChange>> changes) {
        if (change != null) {
            changes.computeIfAbsent(router, ignored -> new ArrayList<>()).add(change);
        }
    }
}

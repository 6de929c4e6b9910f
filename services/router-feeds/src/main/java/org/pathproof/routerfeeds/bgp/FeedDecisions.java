// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.override.NetworkOverrides;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.override.RouterOverrides;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.routerfeeds.runtime.Staleness;
import org.pathproof.verdictstore.input.VerdictTime;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes changes of the table, the policy and the state of the pipeline to the feeds, and lets them decide. Any thread
 * reports changes. Only the thread of the feeds calls {@link #decideOrWithdraw}.
 */
final class FeedDecisions {
    private static final Logger log = LoggerFactory.getLogger(FeedDecisions.class);
    /** Interval of the checks for stale data. */
    static final Duration CHECK_INTERVAL = Duration.ofMillis(250);

    private static final Set<Suspension> COMMON =
            Set.of(Suspension.STARTING, Suspension.STALE_VERDICTS, Suspension.STALE_KEYS, Suspension.STALE_POLICY);

    private final RouteLookup table;
    private final Staleness staleness;
    private final Supplier<Set<Bytes>> connected;
    private final Supplier<PolicyState> policies;
    /** The overrides of all routers, whose lock all feeds share. */
    private final NetworkOverrides network;

    private final Collection<RouterFeed> feeds;
    private final ObservedRouters observed;
    private final FeedIndex index;
    private final FeedSessions sessions;
    private final ChangedRoutes changedRoutes = new ChangedRoutes();

    private volatile boolean sessionsChanged;
    private volatile boolean complete;
    private volatile boolean rebuilt;

    /** State that concerns all feeds. */
    private record Inputs(Set<Suspension> reasons, Set<Bytes> routers) {}

    // Used by the thread of the feeds only.

    /** Feeds whose policy, sessions or inputs changed since their last decision, or whose check is due. */
    private final Set<RouterFeed> touched = new HashSet<>();
    /** Time of the next decision of all feeds. */
    private Instant nextCheck = Instant.MIN;
    /** Inputs of the last decision of all feeds; null before it. */
    private @Nullable Inputs decided;
    /** The session records that each feed has. */
    private final Map<RouterFeed, List<Session>> sessionsOfFeeds = new HashMap<>();

    /** The policy of all engines. */
    private PolicyDocument document = PolicyDocument.EMPTY;

    private @Nullable PolicyState takenUp;

    /**
     * @param connected returns the hashes of the routers with a BMP connection
     * @param policies returns the current policy
     * @param feeds the routers of the settings
     * @param observed the other monitored routers
     */
    FeedDecisions(
            RouteLookup table,
            Staleness staleness,
            Supplier<Set<Bytes>> connected,
            Supplier<PolicyState> policies,
            NetworkOverrides network,
            Collection<RouterFeed> feeds,
            ObservedRouters observed,
            FeedSessions sessions) {
        this.table = table;
        this.staleness = staleness;
        this.connected = connected;
        this.policies = policies;
        this.network = network;
        this.feeds = feeds;
        this.observed = observed;
        this.index = new FeedIndex(feeds);
        this.sessions = sessions;
    }

    /** Returns the feeds whose router reports a session. */
    Set<RouterFeed> feedsOf(Session session) {
        return index.feedsOf(session);
    }

    /** Returns true if a session of a router concerns the feeds: of a router in the settings, or of an observed one. */
    boolean concerns(Session session) {
        return observed.isObserving() || !index.feedsOf(session).isEmpty();
    }

    /** Sets a policy of the observed routers in a copy of the network. */
    void applyToObserved(PolicyDocument other, NetworkOverrides copies) {
        observed.all().forEach(router -> router.applyTo(copies, other));
    }

    /** Reports that the table is complete. */
    void complete() {
        complete = true;
        sessionsChanged = true;
    }

    /** Reports that the table is read again. */
    void onRestart() {
        complete = false;
        rebuilt = true;
    }

    void onChange(RouteChange change, VerdictTime verdict) {
        changedRoutes.add(change.key(), verdict);
    }

    /** Reports that a session of a router with a feed changed. */
    void onSessionChange() {
        sessionsChanged = true;
    }

    /** Returns true if a change was reported since the last decision. */
    boolean hasChanges() {
        return sessionsChanged || !changedRoutes.isEmpty();
    }

    /**
     * Decides. After an error in Pathproof, withdraws all overrides at once; the next call reads the table again.
     * Returns the time of the next decision if nothing changes before.
     */
    Instant decideOrWithdraw(Instant now) {
        try {
            return decide(now);
        } catch (RuntimeException e) {
            log.error(
                    getMarker("overrides-failed"),
                    "deciding about overrides failed; all overrides are withdrawn and the table is read again",
                    e);
            rebuilt = true;
            sessionsChanged = true;
            withdrawAll(now);
            return now.plus(CHECK_INTERVAL);
        }
    }

    private void withdrawAll(Instant now) {
        try {
            allRouters().forEach(RouterFeed::reset);
            advance(Map.of(), now);
        } catch (RuntimeException e) {
            feeds.forEach(feed -> {
                log.error(
                        getMarker("overrides-withdrawn"),
                        "overrides are withdrawn without the engine: router={}",
                        feed.name(),
                        e);
                sessions.withdrawAll(feed.name());
            });
        }
    }

    private Stream<RouterFeed> allRouters() {
        return Stream.concat(feeds.stream(), observed.all().stream());
    }

    /**
     * Applies all changes and decides about overrides. Returns the time of the next decision if nothing changes before.
     */
    private Instant decide(Instant now) {
        if (rebuilt) {
            rebuilt = false;
            changedRoutes.watch(Map.of());
            sessionsOfFeeds.clear();
            nextCheck = Instant.MIN;
            allRouters().forEach(RouterFeed::reset);
            observed.clear();
        }
        PolicyState policy = policies.get();
        takeUpPolicy(policy);
        Inputs inputs = new Inputs(Set.copyOf(staleness.now(policy)), Set.copyOf(connected.get()));
        Map<RouterFeed, List<ChangedRoutes.OfSession>> changes = Map.of();
        if (complete) {
            takeUpSessions();
            changes = changedRoutes.take();
        }
        if (!inputs.equals(decided) || !now.isBefore(nextCheck)) {
            decided = inputs;
            nextCheck = now.plus(CHECK_INTERVAL);
            allRouters().forEach(touched::add);
        }
        Map<Prefix, VerdictTime> causes = new HashMap<>();
        changes.forEach((feed, sessionsOfFeed) ->
                sessionsOfFeed.forEach(changed -> feed.onChange(changed.session(), changed.keys(), causes)));
        for (RouterFeed feed : touched) {
            feed.updateConnection(inputs.routers(), sessions.session(feed.name()), now);
            COMMON.forEach(reason -> feed.suspend(reason, inputs.reasons().contains(reason)));
        }
        touched.clear();
        advance(causes, now);
        if (complete && inputs.reasons().isEmpty()) {
            sessions.start(); // not earlier: an empty Adj-RIB-Out makes routers drop the kept routes
        }
        return nextCheck;
    }

    /** Decides about all changes, and passes the results to the routers. */
    private void advance(Map<Prefix, VerdictTime> causes, Instant now) {
        Map<RouterOverrides, List<OverrideChange>> changes;
        Optional<Instant> deadline;
        synchronized (network) {
            changes = network.advance(now);
            deadline = network.nextDeadline();
        }
        feeds.forEach(feed -> feed.apply(changes.getOrDefault(feed.overrides(), List.of()), causes));
        deadline.filter(nextCheck::isAfter).ifPresent(earlier -> nextCheck = earlier);
    }

    private void takeUpPolicy(PolicyState state) {
        if (state.equals(takenUp)) {
            return;
        }
        PolicyDocument now = state.effective();
        if (!now.equals(document)) {
            sessions.setOwnAs(now.numbers()
                    .map(numbers -> OptionalLong.of(numbers.ownAs()))
                    .orElseGet(OptionalLong::empty));
            observed.setDocument(now);
            allRouters().forEach(feed -> feed.setDocument(now));
            allRouters().forEach(touched::add);
            sessionsChanged = true; // the policy selects the observed routers
            document = now; // last, so that the next call repeats all steps after an error
        }
        if (releasesHeld(takenUp, state)) {
            synchronized (network) {
                network.releaseHeld();
            }
        }
        takenUp = state;
    }

    /** Returns true if the switch was used since a former state, and is on: an operator starts again. */
    private static boolean releasesHeld(@Nullable PolicyState before, PolicyState now) {
        return before != null && !now.isSwitchedOff() && !now.feedSwitch().equals(before.feedSwitch());
    }

    private void takeUpSessions() {
        if (!sessionsChanged) {
            return;
        }
        sessionsChanged = false; // before the sessions are read
        Map<RouterFeed, List<Session>> sessionsNow = new HashMap<>();
        feeds.forEach(feed -> sessionsNow.put(feed, new ArrayList<>()));
        Map<SessionId, List<RouterFeed>> watched = new HashMap<>();
        List<Session> others = new ArrayList<>();
        table.sessionViews()
                .forEach(view -> view.session().ifPresent(session -> {
                    Set<RouterFeed> found = index.feedsOf(session);
                    for (RouterFeed feed : found) {
                        add(feed, view.id(), session, sessionsNow, watched);
                    }
                    if (found.isEmpty()) {
                        others.add(session);
                    }
                }));
        observed.replace(others).forEach((feed, all) -> {
            sessionsNow.put(feed, new ArrayList<>());
            all.forEach(session -> add(
                    feed,
                    new SessionId(Bytes.wrap(session.getSessionId().toByteArray())),
                    session,
                    sessionsNow,
                    watched));
        });
        sessionsOfFeeds.keySet().retainAll(sessionsNow.keySet());
        changedRoutes.watch(watched); // before the tables are read, so that no later change is missed
        sessionsNow.forEach((feed, all) -> {
            if (!all.equals(sessionsOfFeeds.put(feed, all))) {
                feed.setSessions(all);
                touched.add(feed);
            }
        });
    }

    private static void add(
            RouterFeed feed,
            SessionId id,
            Session session,
            Map<RouterFeed, List<Session>> sessions,
            Map<SessionId, List<RouterFeed>> watched) {
        sessions.computeIfAbsent(feed, ignored -> new ArrayList<>()).add(session);
        watched.computeIfAbsent(id, ignored -> new ArrayList<>()).add(feed);
    }
}

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
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.routerfeeds.runtime.Staleness;
import org.pathproof.verdictstore.input.VerdictTime;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Bytes;
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

    private final RouteTable table;
    private final Staleness staleness;
    private final Supplier<Set<Bytes>> connected;
    private final Supplier<PolicyState> policies;
    private final Collection<RouterFeed> feeds;
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
     */
    FeedDecisions(
            RouteTable table,
            Staleness staleness,
            Supplier<Set<Bytes>> connected,
            Supplier<PolicyState> policies,
            Collection<RouterFeed> feeds,
            FeedSessions sessions) {
        this.table = table;
        this.staleness = staleness;
        this.connected = connected;
        this.policies = policies;
        this.feeds = feeds;
        this.index = new FeedIndex(feeds);
        this.sessions = sessions;
    }

    /** Returns the feeds whose router reports a session. */
    Set<RouterFeed> feedsOf(Session session) {
        return index.feedsOf(session);
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
            feeds.forEach(feed -> withdrawAll(feed, now));
            return now.plus(CHECK_INTERVAL);
        }
    }

    private void withdrawAll(RouterFeed feed, Instant now) {
        try {
            feed.reset();
            feed.advance(now);
        } catch (RuntimeException e) {
            log.error(
                    getMarker("overrides-withdrawn"),
                    "overrides are withdrawn without the engine: router={}",
                    feed.name(),
                    e);
            sessions.withdrawAll(feed.name());
        }
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
            feeds.forEach(RouterFeed::reset);
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
            touched.addAll(feeds);
        }
        // Each router is finished before the next one, while its paths are in the caches of the processor.
        changes.forEach((feed, sessionsOfFeed) -> {
            sessionsOfFeed.forEach(changed -> feed.onChange(changed.session(), changed.keys()));
            if (!touched.contains(feed)) {
                advance(feed, now);
            }
        });
        for (RouterFeed feed : touched) {
            feed.updateConnection(inputs.routers(), now);
            COMMON.forEach(reason -> feed.suspend(reason, inputs.reasons().contains(reason)));
            advance(feed, now);
        }
        touched.clear();
        if (complete && inputs.reasons().isEmpty()) {
            sessions.start(); // not earlier: an empty Adj-RIB-Out makes routers drop the kept routes
        }
        return nextCheck;
    }

    private void advance(RouterFeed feed, Instant now) {
        Instant deadline = feed.advance(now).orElse(nextCheck);
        nextCheck = deadline.isBefore(nextCheck) ? deadline : nextCheck;
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
            feeds.forEach(feed -> feed.setDocument(now));
            touched.addAll(feeds);
            document = now; // last, so that the next call repeats all steps after an error
        }
        takenUp = state;
    }

    private void takeUpSessions() {
        if (!sessionsChanged) {
            return;
        }
        sessionsChanged = false; // before the sessions are read
        Map<RouterFeed, List<Session>> sessions = new HashMap<>();
        feeds.forEach(feed -> sessions.put(feed, new ArrayList<>()));
        Map<SessionId, List<RouterFeed>> now = new HashMap<>();
        table.sessionViews()
                .forEach(view -> view.session().ifPresent(session -> {
                    for (RouterFeed feed : index.feedsOf(session)) {
                        sessions.computeIfAbsent(feed, ignored -> new ArrayList<>())
                                .add(session);
                        now.computeIfAbsent(view.id(), ignored -> new ArrayList<>())
                                .add(feed);
                    }
                }));
        changedRoutes.watch(now); // before the tables are read, so that no later change is missed
        sessions.forEach((feed, all) -> {
            if (!all.equals(sessionsOfFeeds.put(feed, all))) {
                feed.setSessions(all);
                touched.add(feed);
            }
        });
    }
}

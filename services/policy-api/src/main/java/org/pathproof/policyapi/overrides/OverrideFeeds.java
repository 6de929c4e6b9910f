// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.overrides;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.override.OverrideExplanation;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.policyapi.feed.ChangeListener;
import org.pathproof.policyapi.feed.Position;
import org.pathproof.policyapi.policy.PolicyState;
import org.pathproof.policyapi.store.RouteChange;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.policyapi.store.SessionChange;
import org.pathproof.policyapi.store.SessionSelector;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** The override feeds of all configured routers. Without routers, no thread is started. Thread-safe. */
public final class OverrideFeeds implements ChangeListener, SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(OverrideFeeds.class);
    /** Interval of the checks for stale data. */
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(250);

    private static final Duration FAILURE_LOG_INTERVAL = Duration.ofSeconds(10);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final Set<Suspension> COMMON =
            Set.of(Suspension.STARTING, Suspension.STALE_VERDICTS, Suspension.STALE_KEYS, Suspension.STALE_POLICY);

    private final RouteTable table;
    private final Staleness staleness;
    private final Supplier<Set<Bytes>> connected;
    private final Clock clock;
    private final Supplier<PolicyState> policies;
    private final Map<String, RouterFeed> feeds = new HashMap<>();
    private final FeedIndex index;
    private final FeedSessions sessions;

    /** Keys of routes to read again. All are routes of configured routers. */
    private final Set<RouteKey> changedRoutes = ConcurrentHashMap.newKeySet();
    /** The feeds of each session of a configured router. Only the thread of the feeds replaces the map. */
    private volatile Map<SessionId, List<RouterFeed>> watched = Map.of();

    /** State that concerns all feeds. */
    private record Inputs(Set<Suspension> reasons, Set<Bytes> routers) {}

    /** Feeds with changes since their last decision. Only the thread of the feeds uses this set and the next fields. */
    private final Set<RouterFeed> touched = new HashSet<>();
    /** Time of the next decision of all feeds. */
    private Instant nextCheck = Instant.MIN;
    /** Inputs of the last decision of all feeds; null before it. */
    private @Nullable Inputs decided;

    /** The session records that each feed has. Only the thread of the feeds uses the map. */
    private final Map<RouterFeed, List<Session>> sessionsOfFeeds = new HashMap<>();

    private volatile boolean sessionsChanged;
    private volatile boolean complete;
    private volatile boolean rebuilt;
    private volatile boolean running;
    private final Semaphore work = new Semaphore(0);
    private @Nullable Thread thread;
    private Instant nextFailureLog = Instant.MIN;
    /** The policy of all engines. Only the thread of the feeds uses the two fields. */
    private PolicyDocument document = PolicyDocument.EMPTY;

    private @Nullable PolicyState takenUp;

    /**
     * @param connected returns the hashes of the routers with a BMP connection
     * @param policies returns the current policy; the caller calls {@link #policyChanged} after each change
     */
    OverrideFeeds(
            RouteTable table,
            Staleness staleness,
            Supplier<Set<Bytes>> connected,
            Clock clock,
            Supplier<PolicyState> policies,
            List<RouterFeed> routers,
            FeedSessions sessions) {
        this.table = table;
        this.staleness = staleness;
        this.connected = connected;
        this.clock = clock;
        this.policies = policies;
        this.sessions = sessions;
        routers.forEach(router -> feeds.put(router.name(), router));
        index = new FeedIndex(routers);
    }

    /** Returns true if the settings name a router. */
    public boolean hasRouters() {
        return !feeds.isEmpty();
    }

    /** Returns the feeds of all routers. */
    Collection<RouterFeed> routers() {
        return feeds.values();
    }

    @Override
    public void caughtUp(Position position) {
        complete = true;
        sessionsChanged = true;
        work.release();
    }

    @Override
    public void restarted() {
        complete = false;
        rebuilt = true;
        work.release();
    }

    @Override
    public void changed(RouteChange change, Origin origin) {
        if (watched.containsKey(change.key().session())) {
            changedRoutes.add(change.key());
        }
    }

    @Override
    public void changed(SessionChange change, Origin origin) {
        if (isOfFedRouter(change.before()) || isOfFedRouter(change.after())) {
            sessionsChanged = true;
        }
    }

    /** Wakes the thread of the feeds, which applies the changed policy or switch. */
    public void policyChanged() {
        work.release();
    }

    private boolean isOfFedRouter(@Nullable Session session) {
        return session != null && !index.feedsOf(session).isEmpty();
    }

    @Override
    public void paused() {
        if (sessionsChanged || !changedRoutes.isEmpty()) {
            work.release();
        }
    }

    @Override
    public synchronized void start() {
        if (!feeds.isEmpty() && thread == null) {
            sessions.open();
            running = true;
            thread = Thread.ofPlatform().name("override-feeds").start(this::run);
        }
    }

    @Override
    public synchronized void stop() {
        running = false;
        Thread stopping = thread;
        thread = null;
        if (stopping != null) {
            stopping.interrupt();
            try {
                stopping.join(STOP_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        sessions.close();
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }

    private void run() {
        Instant deadline = clock.instant();
        while (running) {
            try {
                long wait = Math.clamp(
                        Duration.between(clock.instant(), deadline).toMillis(), 0, CHECK_INTERVAL.toMillis());
                boolean signalled = work.tryAcquire(wait, TimeUnit.MILLISECONDS);
                if (signalled) {
                    work.drainPermits();
                }
                deadline = decideOrWithdraw(clock.instant());
            } catch (InterruptedException e) {
                LOG.debug("the override feeds are told to stop", e);
                return;
            }
        }
    }

    /**
     * Decides. After an error in Pathproof, withdraws all overrides at once; the next call reads the table again.
     * Returns the time of the next decision if nothing changes before.
     */
    Instant decideOrWithdraw(Instant now) {
        try {
            return decide(now);
        } catch (RuntimeException e) {
            if (!now.isBefore(nextFailureLog)) {
                nextFailureLog = now.plus(FAILURE_LOG_INTERVAL);
                LOG.error(
                        "deciding about overrides failed; all overrides are withdrawn and the table is read again", e);
            }
            rebuilt = true;
            sessionsChanged = true;
            feeds.values().forEach(feed -> withdrawAll(feed, now));
            return now.plus(CHECK_INTERVAL);
        }
    }

    private void withdrawAll(RouterFeed feed, Instant now) {
        try {
            feed.reset();
            feed.advance(now);
        } catch (RuntimeException e) {
            LOG.error("overrides are withdrawn without the engine: router={}", feed.name(), e);
            sessions.withdrawAll(feed.name());
        }
    }

    /**
     * Applies all changes and decides about overrides. Returns the time of the next decision if nothing changes before.
     */
    Instant decide(Instant now) {
        if (rebuilt) {
            rebuilt = false;
            watched = Map.of();
            sessionsOfFeeds.clear();
            changedRoutes.clear();
            nextCheck = Instant.MIN;
            feeds.values().forEach(RouterFeed::reset);
        }
        PolicyState policy = policies.get();
        takeUpPolicy(policy);
        Inputs inputs = new Inputs(Set.copyOf(staleness.now(policy)), Set.copyOf(connected.get()));
        if (complete) {
            takeUpChanges();
        }
        if (!inputs.equals(decided) || !now.isBefore(nextCheck)) {
            decided = inputs;
            nextCheck = now.plus(CHECK_INTERVAL);
            touched.addAll(feeds.values());
        }
        for (RouterFeed feed : touched) {
            feed.connected(inputs.routers(), now);
            COMMON.forEach(reason -> feed.suspend(reason, inputs.reasons().contains(reason)));
            Instant deadline = feed.advance(now).orElse(nextCheck);
            nextCheck = deadline.isBefore(nextCheck) ? deadline : nextCheck;
        }
        touched.clear();
        if (complete && inputs.reasons().isEmpty()) {
            sessions.start(); // not earlier: an empty Adj-RIB-Out makes routers drop the kept routes
        }
        return nextCheck;
    }

    private void takeUpPolicy(PolicyState state) {
        if (state.equals(takenUp)) {
            return;
        }
        PolicyDocument now = state.effective();
        if (!now.equals(document)) {
            sessions.ownAs(now.numbers()
                    .map(numbers -> OptionalLong.of(numbers.ownAs()))
                    .orElseGet(OptionalLong::empty));
            feeds.values().forEach(feed -> feed.document(now));
            touched.addAll(feeds.values());
            document = now; // last, so that the next call repeats all steps after an error
        }
        takenUp = state;
    }

    private void takeUpChanges() {
        if (sessionsChanged) {
            sessionsChanged = false;
            takeUpSessions();
        }
        for (RouteKey key : List.copyOf(changedRoutes)) {
            changedRoutes.remove(key); // before the route is read: a later change adds the key again
            for (RouterFeed feed : watched.getOrDefault(key.session(), List.of())) {
                feed.changed(key);
                touched.add(feed);
            }
        }
    }

    private void takeUpSessions() {
        Map<RouterFeed, List<Session>> sessions = new HashMap<>();
        feeds.values().forEach(feed -> sessions.put(feed, new ArrayList<>()));
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
        watched = now; // before the tables are read, so that no later change is missed
        sessions.forEach((feed, all) -> {
            if (!all.equals(sessionsOfFeeds.put(feed, all))) {
                feed.sessions(all);
                touched.add(feed);
            }
        });
    }

    /** Returns the states of all feeds, in the order of names, each with at most {@code limit} overrides. */
    public List<RouterFeedStatus> status(int limit) {
        return feeds.values().stream()
                .map(feed -> feed.status(limit, session(feed.name())))
                .sorted((a, b) -> a.router().compareTo(b.router()))
                .toList();
    }

    /** Returns the BGP session of the router of a feed; empty without a neighbor. */
    Optional<FeedSession> session(String router) {
        return sessions.session(router);
    }

    /**
     * Returns the name of the feed of a router; empty if no feed or several feeds match. The router is found by its
     * name or address in the settings, or by the session records.
     */
    public Optional<String> find(SessionSelector router) {
        if (feeds.containsKey(router.text())) {
            return Optional.of(router.text());
        }
        Set<String> found = new HashSet<>();
        table.sessionViews()
                .forEach(view -> view.session()
                        .filter(router::isRouterOf)
                        .ifPresent(session -> index.feedsOf(session).forEach(feed -> found.add(feed.name()))));
        return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
    }

    /**
     * Previews a policy on every router, in the order of names. The stream computes the preview of a router when it
     * reaches the router, so that the previews of many routers are not in memory at the same time. While the feeds are
     * switched off, the preview announces nothing.
     */
    Stream<RouterPreview> preview(PolicyDocument other) {
        PolicyDocument applied = policies.get().applySwitch(other);
        return feeds.values().stream()
                .sorted(Comparator.comparing(RouterFeed::name))
                .map(feed -> feed.preview(applied, clock.instant()));
    }

    /**
     * Explains the decision about a prefix.
     *
     * @param router a name that {@link #find} returned
     * @return empty if the router has no path to the prefix
     */
    public Optional<OverrideExplanation> explain(String router, Prefix prefix) {
        RouterFeed feed = feeds.get(router);
        return feed == null ? Optional.empty() : feed.explain(prefix, clock.instant());
    }
}

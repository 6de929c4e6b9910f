// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.override.NetworkOverrides;
import org.pathproof.feeds.override.OverrideExplanation;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.routerfeeds.runtime.FeedThread;
import org.pathproof.routerfeeds.runtime.Staleness;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.input.VerdictTime;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.SessionChange;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.springframework.context.SmartLifecycle;

/** The override feeds of all configured routers. Without routers, no thread is started. Thread-safe. */
public final class OverrideFeeds implements ChangeListener, SmartLifecycle {
    private final RouteLookup table;
    private final Clock clock;
    private final Supplier<PolicyState> policies;
    /** The overrides of all routers, whose lock all feeds share. */
    private final NetworkOverrides network;

    private final Map<String, RouterFeed> feeds = new HashMap<>();
    private final FeedSessions sessions;
    private final FeedDecisions decisions;
    private final FeedThread thread;

    /**
     * @param connected returns the hashes of the routers with a BMP connection
     * @param policies returns the current policy; the caller calls {@link #onPolicyChange} after each change
     * @param routers the routers of the settings
     * @param observed the other monitored routers
     */
    OverrideFeeds(
            RouteLookup table,
            Staleness staleness,
            Supplier<Set<Bytes>> connected,
            Clock clock,
            Supplier<PolicyState> policies,
            NetworkOverrides network,
            List<RouterFeed> routers,
            ObservedRouters observed,
            FeedSessions sessions) {
        this.table = table;
        this.clock = clock;
        this.policies = policies;
        this.network = network;
        this.sessions = sessions;
        routers.forEach(router -> feeds.put(router.name(), router));
        decisions =
                new FeedDecisions(table, staleness, connected, policies, network, feeds.values(), observed, sessions);
        thread = new FeedThread("override-feeds", clock, FeedDecisions.CHECK_INTERVAL, this::decideOrWithdraw);
    }

    @Override
    public boolean isEnabled() {
        return hasRouters();
    }

    /** Returns true if the settings name a router. */
    public boolean hasRouters() {
        return !feeds.isEmpty();
    }

    /** Returns the first 20 names of the routers in the settings. */
    public List<String> names() {
        return feeds.keySet().stream().sorted().limit(20).toList();
    }

    /** Returns the feeds of all routers. */
    Collection<RouterFeed> routers() {
        return feeds.values();
    }

    @Override
    public void onComplete(Position position) {
        decisions.complete();
        thread.wake();
    }

    @Override
    public void onRestart() {
        decisions.onRestart();
        thread.wake();
    }

    @Override
    public void onChange(RouteChange change, Origin origin) {
        decisions.onChange(change, VerdictTime.of(origin));
    }

    @Override
    public void onChange(SessionChange change, Origin origin) {
        if (isConcerned(change.before()) || isConcerned(change.after())) {
            decisions.onSessionChange();
        }
    }

    private boolean isConcerned(@Nullable Session session) {
        return session != null && decisions.concerns(session);
    }

    @Override
    public void onPollEnd() {
        if (decisions.hasChanges()) {
            thread.wake();
        }
    }

    /**
     * Sets the paths to a prefix that a router did not use as overrides, and wakes the thread of the feeds, which
     * announces other paths. Does nothing for a router without a feed.
     */
    public void setUnusable(String router, Prefix prefix, Set<CandidatePath.Key> paths) {
        RouterFeed feed = feeds.get(router);
        if (feed != null) {
            feed.setUnusable(prefix, paths);
            thread.wake();
        }
    }

    /** Wakes the thread of the feeds, which applies the changed policy or switch. */
    public void onPolicyChange() {
        thread.wake();
    }

    @Override
    public synchronized void start() {
        if (!feeds.isEmpty() && !thread.isStarted()) {
            sessions.open();
            thread.start();
        }
    }

    @Override
    public synchronized void stop() {
        thread.stop();
        sessions.close();
    }

    @Override
    public boolean isRunning() {
        return thread.isStarted();
    }

    /** Decides about all overrides, as {@link FeedDecisions#decideOrWithdraw}. */
    Instant decideOrWithdraw(Instant now) {
        return decisions.decideOrWithdraw(now);
    }

    /** Returns the states of all feeds, in the order of names, each with at most {@code limit} overrides. */
    public List<RouterFeedStatus> status(int limit) {
        return feeds.values().stream()
                .map(feed -> feed.status(limit, session(feed.name())))
                .sorted((a, b) -> a.router().compareTo(b.router()))
                .toList();
    }

    /** Returns the BGP session of the router of a feed; empty without a neighbor. */
    public Optional<FeedSession> session(String router) {
        return sessions.session(router);
    }

    /** Returns the files for TLS of the session of a feed; empty without TLS. */
    Optional<TlsFiles> tls(String router) {
        return sessions.tls(router);
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
                        .ifPresent(session -> decisions.feedsOf(session).forEach(feed -> found.add(feed.name()))));
        return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
    }

    /**
     * Previews a policy on every router, in the order of names. While the feeds are switched off, the preview announces
     * nothing. The policy is applied to a copy of the overrides of all routers, because the decision about one router
     * depends on the others.
     */
    public Stream<RouterPreview> preview(PolicyDocument other) {
        PolicyDocument applied = policies.get().applySwitch(other);
        NetworkOverrides copies;
        List<RouterPreview> previews;
        synchronized (network) {
            copies = network.copyForPreview();
            decisions.applyToObserved(applied, copies);
            previews = feeds.values().stream()
                    .sorted(Comparator.comparing(RouterFeed::name))
                    .map(feed -> feed.preview(applied, copies))
                    .toList();
        }
        copies.advance(clock.instant());
        return previews.stream();
    }

    /**
     * Checks the requirements of overrides at a router.
     *
     * @param router a name that {@link #find} returned
     */
    public List<FeedRequirement> check(String router) {
        RouterFeed feed = feeds.get(router);
        return feed == null ? List.of() : feed.check(session(router));
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

    /**
     * Returns the reason why {@link #explain} is empty, as a sentence.
     *
     * @param router a name that {@link #find} returned
     */
    public String absence(String router, Prefix prefix) {
        RouterFeed feed = feeds.get(router);
        return feed == null ? "router " + router + " has no feed" : feed.absence(prefix);
    }
}

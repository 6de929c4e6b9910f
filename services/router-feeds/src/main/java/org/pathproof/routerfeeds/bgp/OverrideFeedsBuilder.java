// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.pathproof.feeds.override.FeedSpeakers;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.routerfeeds.runtime.FeedLatency;
import org.pathproof.routerfeeds.runtime.Staleness;
import org.pathproof.routerfeeds.settings.FeedSettings;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.verdictstore.input.PipelineStatus;
import org.pathproof.verdictstore.input.StoreInputStatus;
import org.pathproof.verdictstore.input.VerdictTraces;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Bytes;

/** Builds the override feeds from the settings. An unusable setting stops the start, and the error names the reason. */
public final class OverrideFeedsBuilder {
    private final FeedSettings settings;
    private final VerdictTraces traces;
    private final FeedLatency latency;
    private AnnouncementListener listener = AnnouncementListener.NONE;

    /** Builds feeds without traces and latencies. */
    public OverrideFeedsBuilder(FeedSettings settings) {
        this(settings, VerdictTraces.OFF, FeedLatency.NONE);
    }

    /**
     * @param traces receives the changes of the feeds
     * @param latency receives the verdicts that caused changes
     */
    public OverrideFeedsBuilder(FeedSettings settings, VerdictTraces traces, FeedLatency latency) {
        this.settings = settings;
        this.traces = traces;
        this.latency = latency;
    }

    /** Sets the receiver of the overrides that are given to BGP sessions. */
    public OverrideFeedsBuilder announcingTo(AnnouncementListener receiver) {
        listener = receiver;
        return this;
    }

    /**
     * Builds the feeds of all routers in the settings.
     *
     * @param connected returns the hashes of the routers with a BMP connection
     * @throws IllegalArgumentException when a setting cannot be used
     */
    public OverrideFeeds feeds(
            RouteTable table,
            Supplier<StoreInputStatus> verdicts,
            Supplier<PipelineStatus> pipeline,
            Supplier<Set<Bytes>> connected,
            RpkiSource rpki,
            Supplier<PolicyState> policies,
            Clock clock) {
        FeedParts parts = FeedParts.of(table, speakers());
        FeedSessions sessions = new FeedNeighbors(settings).sessions();
        List<RouterFeed> routers = settings.routers().stream()
                .map(router -> {
                    SessionSelector selector = FeedAddresses.router(router);
                    RouterFeed feed = new RouterFeed(
                            selector.text(),
                            selector,
                            parts,
                            new RouterConnection(settings.routerHold(), settings.staleAfter(), true),
                            output(sessions, selector.text()));
                    feed.setUp(router);
                    return feed;
                })
                .toList();
        ObservedRouters observed = new ObservedRouters((name, selector) -> new RouterFeed(
                name,
                selector,
                parts,
                new RouterConnection(settings.routerHold(), settings.staleAfter(), false),
                OverrideOutput.NONE));
        Staleness staleness = new Staleness(verdicts, pipeline, rpki, settings.staleAfter(), System::nanoTime);
        return new OverrideFeeds(
                table, staleness, connected, clock, policies, parts.network(), routers, observed, sessions);
    }

    private OverrideOutput output(FeedSessions sessions, String router) {
        return ObservedOutput.of(TracedOutput.of(sessions.output(router), router, traces, latency), router, listener);
    }

    /** Returns the BGP Identifiers of all replicas. */
    public static Set<Integer> identifiers(FeedSettings settings) {
        return FeedAddresses.identifiers(settings);
    }

    private FeedSpeakers speakers() {
        Set<Bytes> addresses = new HashSet<>();
        settings.addresses().forEach(text -> addresses.add(FeedAddresses.address("addresses", text)));
        // CLUSTER_ID comes from the policy.
        return new FeedSpeakers(addresses, FeedAddresses.identifiers(settings), Bytes.EMPTY);
    }
}

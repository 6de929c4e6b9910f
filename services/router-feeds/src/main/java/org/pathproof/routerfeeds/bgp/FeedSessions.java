// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgp.net.BgpSpeaker;
import org.pathproof.bgp.net.Neighbor;
import org.pathproof.bgp.net.NeighborStatus;
import org.pathproof.bgp.net.SpeakerListener;
import org.pathproof.bgp.net.SpeakerSettings;
import org.pathproof.bgp.rib.AdjRibOut;
import org.pathproof.bgp.rib.AttributeSet;
import org.pathproof.bgp.rib.PathIds;
import org.pathproof.bgp.rib.SharedRoutes;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.preview.PreviewedChange;
import org.pathproof.feeds.tag.TagChange;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.transport.tls.TlsPeer;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The BGP sessions over which routers receive their overrides or tagged paths. Each router has an Adj-RIB-Out, which
 * keeps the routes while no session is established. Without neighbors there is no speaker. Thread-safe.
 */
final class FeedSessions implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FeedSessions.class);

    private final List<InetSocketAddress> listen;
    private final Map<String, Feed> feeds = new HashMap<>();
    /** Neighbors whose sessions could not be started, with the reason. */
    private final Map<InetAddress, String> problems = new ConcurrentHashMap<>();

    private volatile @Nullable BgpSpeaker speaker;
    private volatile boolean started;

    /** AS of the policy; empty before the policy is known, and without own-as in the policy. */
    private volatile OptionalLong ownAs = OptionalLong.empty();

    /** The neighbor and the routes of one router. */
    private static final class Feed implements OverrideOutput {
        /** Path Identifier of overrides in sessions with ADD-PATH. */
        private static final long OVERRIDE = 1;

        final FeedNeighbor neighbor;
        final PathIds pathIds;
        final AdjRibOut rib;
        final AtomicLong refused = new AtomicLong();
        /** The neighbor whose session is started; null for none. */
        volatile @Nullable Neighbor running;

        Feed(FeedNeighbor neighbor, SharedRoutes shared) {
            this.neighbor = neighbor;
            this.pathIds = neighbor.settings().session().addPath().isEmpty() ? PathIds.SINGLE : PathIds.MULTIPLE;
            this.rib = new AdjRibOut(pathIds, shared);
        }

        @Override
        public void applyOverrides(List<OverrideChange> changes) {
            Batch batch = new Batch(this);
            for (OverrideChange change : changes) {
                batch.add(change.prefix(), 0, change.attributes());
                if (pathIds == PathIds.MULTIPLE) {
                    batch.add(change.prefix(), OVERRIDE, change.attributes());
                }
            }
            rib.change(batch.routes);
        }

        @Override
        public void applyTags(List<TagChange> changes) {
            Batch batch = new Batch(this);
            for (TagChange change : changes) {
                if (change.pathId() == 0 || pathIds == PathIds.MULTIPLE) {
                    batch.add(change.prefix(), change.pathId(), change.attributes());
                }
            }
            rib.change(batch.routes);
        }

        @Override
        public boolean isSent(PreviewedChange.Feed feed, long pathId) {
            return feed == PreviewedChange.Feed.OVERRIDE || (pathId != 0) == (pathIds == PathIds.MULTIPLE);
        }

        private Optional<AttributeSet> encode(Prefix prefix, RouteAttributes attributes) {
            try {
                return Optional.of(AttributeSet.of(attributes.list()));
            } catch (IllegalArgumentException e) {
                log.warn(
                        getMarker("route-unannounceable"),
                        "route cannot be announced: neighbor={} prefix={}",
                        neighbor.address(),
                        prefix,
                        e);
                return Optional.empty();
            }
        }
    }

    /** Changes of an Adj-RIB-Out. Equal attributes are encoded once. */
    private static final class Batch {
        final List<AdjRibOut.Change> routes = new ArrayList<>();
        private final Feed feed;
        private final Map<RouteAttributes, Optional<AttributeSet>> encoded = new HashMap<>();

        Batch(Feed feed) {
            this.feed = feed;
        }

        void add(Prefix prefix, long pathId, Optional<RouteAttributes> attributes) {
            Optional<AttributeSet> set = attributes.flatMap(
                    wanted -> encoded.computeIfAbsent(wanted, ignored -> feed.encode(prefix, wanted)));
            if (set.isEmpty() && attributes.isPresent()) {
                feed.refused.incrementAndGet();
            }
            routes.add(new AdjRibOut.Change(prefix, pathId, set));
        }
    }

    /** Logs the start and the end of established sessions. */
    private static final class SessionLog implements SpeakerListener {
        @Override
        public void onStateChange(Neighbor neighbor, BgpState before, BgpState after, String why) {
            if (after == BgpState.ESTABLISHED) {
                log.info("feed session established: neighbor={} protection=\"{}\"", neighbor, neighbor.protections());
            } else if (before == BgpState.ESTABLISHED) {
                log.warn(
                        getMarker("feed-session-ended"),
                        "feed session ended: neighbor={} reason=\"{}\"",
                        neighbor,
                        why);
            }
        }

        @Override
        public void onRefusal(InetAddress address) {
            log.debug("feed connection refused: address={}", address.getHostAddress());
        }
    }

    /**
     * Prepares the sessions. Every Adj-RIB-Out is empty at first.
     *
     * @param listen addresses on which neighbors may connect
     * @param neighbors the neighbor of each router, by the router's name in the settings
     */
    FeedSessions(List<InetSocketAddress> listen, Map<String, FeedNeighbor> neighbors) {
        this.listen = List.copyOf(listen);
        SharedRoutes shared = new SharedRoutes();
        neighbors.forEach((router, neighbor) -> feeds.put(router, new Feed(neighbor, shared)));
    }

    /** Returns the output of a router; {@link OverrideOutput#NONE} for a router without a neighbor. */
    OverrideOutput output(String router) {
        Feed feed = feeds.get(router);
        return feed == null ? OverrideOutput.NONE : feed;
    }

    /**
     * Binds the listening sockets. Connections are refused until {@link #start}.
     *
     * @throws UncheckedIOException when an address cannot be bound
     */
    synchronized void open() {
        if (feeds.isEmpty() || speaker != null) {
            return;
        }
        BgpSpeaker opened = new BgpSpeaker(SpeakerSettings.of(listen), new SessionLog());
        try {
            opened.start();
        } catch (IOException e) {
            opened.close();
            throw new UncheckedIOException("pathproof.feeds.listen: " + e.getMessage(), e);
        }
        speaker = opened;
    }

    /**
     * Starts the sessions, once. The caller waits until the first decisions are made. A router that kept the routes of
     * an earlier session drops the routes that are missing at the End-of-RIB (RFC 4724 section 4.2).
     */
    synchronized void start() {
        BgpSpeaker opened = speaker;
        if (started || opened == null) {
            return;
        }
        started = true;
        feeds.values().forEach(feed -> start(opened, feed));
    }

    /** Starts the session of a neighbor, or starts it again if its AS has changed. */
    private void start(BgpSpeaker opened, Feed feed) {
        Neighbor wanted = feed.neighbor.with(ownAs).orElse(null);
        Neighbor running = feed.running;
        if (Objects.equals(wanted, running)) {
            return;
        }
        if (running != null) {
            opened.remove(running.address());
        }
        feed.running = null;
        problems.remove(feed.neighbor.address());
        if (wanted == null) {
            return;
        }
        try {
            opened.add(wanted, feed.rib);
            feed.running = wanted;
        } catch (IllegalArgumentException e) {
            problems.put(wanted.address(), String.valueOf(e.getMessage()));
            log.error(getMarker("feed-session-failed"), "feed session cannot be started: neighbor={}", wanted, e);
        }
    }

    /** Sets the AS of the policy. Sessions in this AS start again if it has changed. */
    synchronized void setOwnAs(OptionalLong as) {
        BgpSpeaker opened = speaker;
        boolean changed = !as.equals(ownAs);
        ownAs = as;
        if (changed && started && opened != null) {
            feeds.values().forEach(feed -> start(opened, feed));
        }
    }

    /** Withdraws all routes of a router, if it has a neighbor. */
    void withdrawAll(String router) {
        Feed feed = feeds.get(router);
        if (feed != null) {
            feed.rib.clear();
        }
    }

    /** Returns the session of a router; empty without a neighbor. */
    Optional<FeedSession> session(String router) {
        Feed feed = feeds.get(router);
        return feed == null ? Optional.empty() : Optional.of(session(feed));
    }

    /** Returns the files for TLS of a router's session; empty without TLS. */
    Optional<TlsFiles> tls(String router) {
        return Optional.ofNullable(feeds.get(router))
                .flatMap(feed -> feed.neighbor.settings().tls())
                .map(TlsPeer::files);
    }

    private FeedSession session(Feed feed) {
        FeedNeighbor neighbor = feed.neighbor;
        BgpSpeaker opened = speaker;
        Optional<NeighborStatus> status = opened == null ? Optional.empty() : opened.neighbor(neighbor.address());
        return new FeedSession(
                neighbor.address().getHostAddress(),
                neighbor.with(ownAs).map(known -> known.session().peerAs()).orElse(0L),
                status.map(now -> FeedSession.label(now.state())).orElse(FeedSession.WAITING),
                status.map(NeighborStatus::since),
                status.map(NeighborStatus::lastError)
                        .orElseGet(() -> Optional.ofNullable(problems.get(neighbor.address()))
                                .or(() -> missingAs(neighbor))),
                feed.rib.size(),
                feed.refused.get() + feed.rib.oversized(),
                status.map(NeighborStatus::sessions).orElse(0L));
    }

    private Optional<String> missingAs(FeedNeighbor neighbor) {
        return started && neighbor.with(ownAs).isEmpty()
                ? Optional.of("the policy has no own-as, and the settings of the router have no as")
                : Optional.empty();
    }

    /** Returns the addresses on which neighbors may connect, with their ports; empty before {@link #open}. */
    List<InetSocketAddress> addresses() {
        BgpSpeaker opened = speaker;
        return opened == null ? List.of() : opened.addresses();
    }

    /** Ends all sessions. Routers with graceful restart keep the routes for the restart time. */
    @Override
    public synchronized void close() {
        BgpSpeaker opened = speaker;
        if (opened != null) {
            opened.close();
        }
        speaker = null;
        started = false;
        feeds.values().forEach(feed -> feed.running = null);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.override.FeedSpeakers;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.override.OverrideCounts;
import org.pathproof.feeds.override.OverrideEngine;
import org.pathproof.feeds.override.OverrideExplanation;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.RouterIdentity;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.feeds.preview.PolicyPreview;
import org.pathproof.feeds.tag.TagChange;
import org.pathproof.feeds.tag.TagEngine;
import org.pathproof.verdictstore.input.VerdictTime;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * The override feed of one router: follows its sessions and routes, and owns its engine. The thread of the feeds makes
 * all changes; other threads may read a {@link #status} and an {@link #explain explanation}.
 */
final class RouterFeed {
    private final SessionSelector router;
    private final RouteTable table;
    private final CandidateReader reader;
    private final OverrideEngine engine;
    private final TagEngine tags;
    private final OverrideOutput output;
    private final Duration hold;
    private final FeedDiagnosis diagnosis;
    private final RouterSessions sessions = new RouterSessions();
    /** Verdicts since the last decision, by prefix. */
    private final Map<Prefix, VerdictTime> verdicts = new HashMap<>();

    private PolicyDocument document = PolicyDocument.EMPTY;
    /** Time since which the router has no BMP connection; null while it has one. */
    private @Nullable Instant disconnectedAt;

    /**
     * Creates the feed of a router. The feed has no paths and no policy at first.
     *
     * @param hold time without a BMP connection after which all overrides are withdrawn
     */
    RouterFeed(
            SessionSelector router,
            RouteTable table,
            CandidateReader reader,
            FeedSpeakers speakers,
            Duration hold,
            OverrideOutput output) {
        this.router = router;
        this.table = table;
        this.reader = reader;
        this.hold = hold;
        this.output = output;
        this.diagnosis = new FeedDiagnosis(router, table, speakers);
        this.engine = new OverrideEngine(RouterPolicy.OBSERVE, speakers, reader.attributes());
        this.tags = new TagEngine(RouterPolicy.OBSERVE, engine::isOwn);
        engine.suspend(Suspension.STARTING);
    }

    /** Returns the name or address of the router in the settings. */
    String name() {
        return router.text();
    }

    boolean isRouterOf(Session session) {
        return router.isInstanceOf(session);
    }

    /**
     * Replaces the sessions of the router. Peers whose sessions changed are read again.
     *
     * @param records all session records of the router, in any order
     */
    synchronized void setSessions(List<Session> records) {
        RouterSessions.Difference difference = sessions.replace(records);
        applyPolicy();
        difference.removed().forEach(this::removePeer);
        difference.added().forEach(this::readAll);
    }

    private void removePeer(PeerKey peer) {
        engine.removePeer(peer);
        tags.markAllChanged();
    }

    /** Replaces the policy of all routers. */
    synchronized void setDocument(PolicyDocument changed) {
        document = changed;
        applyPolicy();
    }

    private void applyPolicy() {
        RouterPolicy policy = policyOf(sessions.identity(), document);
        engine.setPolicy(policy);
        tags.setPolicy(policy);
    }

    /** Returns the policy of the router with a session in a document. */
    private static RouterPolicy policyOf(@Nullable Session session, PolicyDocument document) {
        if (session == null) {
            return RouterPolicy.OBSERVE;
        }
        try {
            return document.forRouter(
                    new RouterIdentity(Prefix.ofFormatted(session.getRouterIp()), session.getRouterName()));
        } catch (IllegalArgumentException e) {
            return RouterPolicy.OBSERVE; // another program wrote a record without an address
        }
    }

    private void readAll(ReportedPeer peer) {
        table.routesOf(peer.source()).forEachRemaining(route -> {
            RouteKey key = route.key();
            put(key, route, peer);
        });
    }

    private void put(RouteKey key, @Nullable Route route, ReportedPeer peer) {
        Optional<CandidatePath> path = route == null ? Optional.empty() : reader.read(key, route, peer);
        path.ifPresentOrElse(
                engine::put,
                () -> engine.remove(
                        key.prefix(), new CandidatePath.Key(peer.peer().key(), key.pathId())));
        tags.markChanged(key.prefix());
    }

    /** Reads changed routes of one session. A pre-policy route may change the state of a post-policy path. */
    synchronized void onChange(SessionId session, Map<RouteKey, VerdictTime> keys) {
        ReportedPeer peer = sessions.peerOf(session);
        if (peer == null) {
            return;
        }
        boolean isSource = session.equals(peer.source());
        keys.forEach((key, verdict) -> {
            RouteKey source = isSource ? key : new RouteKey(key.prefix(), key.safi(), peer.source(), key.pathId());
            put(source, table.get(source).orElse(null), peer);
            verdicts.merge(key.prefix(), verdict, VerdictTime::older);
        });
    }

    /** Forgets all sessions and paths, and suspends all overrides, because the table is read again. */
    synchronized void reset() {
        sessions.removePeers().forEach(engine::removePeer);
        tags.markAllChanged();
        engine.suspend(Suspension.STARTING);
    }

    /**
     * Suspends all overrides while the router is lost: without a BMP connection for the hold time, or without peers. A
     * router whose messages come through Kafka never counts as disconnected.
     *
     * @param hashes hashes of the routers with a BMP connection
     */
    synchronized void updateConnection(Set<Bytes> hashes, Instant now) {
        Session session = sessions.identity();
        if (session == null
                || session.getRelayed()
                || hashes.contains(Bytes.wrap(session.getRouterHash().toByteArray()))) {
            disconnectedAt = null;
        } else if (disconnectedAt == null) {
            disconnectedAt = now;
        }
        boolean lost = disconnectedAt != null && !now.isBefore(disconnectedAt.plus(hold));
        suspend(Suspension.ROUTER_LOST, lost || !sessions.hasPeers());
    }

    /** Sets or ends a reason to withdraw all overrides. */
    synchronized void suspend(Suspension reason, boolean suspended) {
        if (suspended) {
            engine.suspend(reason);
        } else {
            engine.resume(reason);
        }
    }

    /**
     * Decides about everything that changed since the last call, and passes the changes of overrides and tagged paths
     * to the output.
     *
     * @return time of the next decision; empty if none is pending
     */
    synchronized Optional<Instant> advance(Instant now) {
        tags.suspend(!engine.suspensions().isEmpty());
        // The kind of routes that the policy does not announce is withdrawn first.
        if (engine.policy().group().policy() == PolicyKind.TAG) {
            advanceOverrides(now);
            advanceTags();
        } else {
            advanceTags();
            advanceOverrides(now);
        }
        verdicts.clear();
        return engine.nextDeadline();
    }

    private void advanceOverrides(Instant now) {
        List<OverrideChange> changes = engine.advance(now);
        if (!changes.isEmpty()) {
            output.applyOverrides(changes);
            changes.forEach(change -> recordCause(change.prefix()));
        }
    }

    private void advanceTags() {
        List<TagChange> changes = tags.advance(engine.prefixes(), engine::paths);
        if (!changes.isEmpty()) {
            output.applyTags(changes);
            changes.forEach(change -> recordCause(change.prefix()));
        }
    }

    /** Reports the verdict that caused a change of a prefix, once for each decision. */
    private void recordCause(Prefix prefix) {
        VerdictTime verdict = verdicts.remove(prefix);
        if (verdict != null) {
            output.recordCause(verdict);
        }
    }

    /** Returns the number of tagged paths that are announced. */
    synchronized long taggedPaths() {
        return tags.paths();
    }

    /** Returns the current counts. */
    synchronized OverrideCounts counts() {
        return engine.counts();
    }

    /** Returns the reasons for which all overrides are withdrawn. */
    synchronized Set<Suspension> suspensions() {
        return Set.copyOf(engine.suspensions());
    }

    /** Returns the current state, with at most {@code limit} overrides in the order of prefixes. */
    synchronized RouterFeedStatus status(int limit, Optional<FeedSession> bgp) {
        Session session = sessions.identity();
        FeedDiagnosis.Causes causes = causes(engine.policy(), document);
        return new RouterFeedStatus(
                name(),
                session == null ? "" : session.getRouterIp(),
                session == null ? "" : session.getRouterName(),
                sessions.isAmbiguous(),
                engine.policy(),
                causes.hints(),
                causes.blocked(),
                engine.suspensions(),
                bgp,
                engine.counts(),
                tags.paths(),
                engine.active().entrySet().stream()
                        .limit(limit)
                        .map(entry -> new RouterFeedStatus.Entry(entry.getKey(), entry.getValue()))
                        .toList());
    }

    /** Returns the effect that a policy of all routers would have on this router now. */
    RouterPreview preview(PolicyDocument other, Instant now) {
        RouterPreview preview;
        synchronized (this) {
            preview = new RouterPreview(
                    name(),
                    policyOf(sessions.identity(), other),
                    causes(policyOf(sessions.identity(), other), other).hints(),
                    engine.suspensions(),
                    new PolicyPreview(engine, tags),
                    change -> output.isSent(change.feed(), change.pathId()));
        }
        preview.copies().apply(preview.policy(), now);
        return preview;
    }

    /** Returns the causes for missing paths under a policy; none while the table is read. */
    private FeedDiagnosis.Causes causes(RouterPolicy policy, PolicyDocument of) {
        return engine.suspensions().contains(Suspension.STARTING)
                ? FeedDiagnosis.Causes.NONE
                : diagnosis.causes(sessions, policy, of);
    }

    /** Returns the reason why the feed has no path to a prefix, as a sentence. */
    synchronized String absence(Prefix prefix) {
        return diagnosis.absence(sessions, causes(engine.policy(), document), prefix);
    }

    /** Explains the decision about a prefix; empty if the router has no path to the prefix. */
    synchronized Optional<OverrideExplanation> explain(Prefix prefix, Instant now) {
        return engine.explain(prefix, now);
    }
}

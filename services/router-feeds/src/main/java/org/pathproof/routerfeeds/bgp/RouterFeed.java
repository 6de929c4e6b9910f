// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.override.NetworkOverrides;
import org.pathproof.feeds.override.OverrideChange;
import org.pathproof.feeds.override.OverrideCounts;
import org.pathproof.feeds.override.OverrideExplanation;
import org.pathproof.feeds.override.RouterOverrides;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.RouterIdentity;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.feeds.preview.PolicyPreview;
import org.pathproof.feeds.tag.TagChange;
import org.pathproof.feeds.tag.TagEngine;
import org.pathproof.routerfeeds.settings.FeedSettings.FedRouter;
import org.pathproof.verdictstore.input.VerdictTime;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * The override feed of one router: follows its sessions and routes, and owns its part of the network's overrides. The
 * thread of the feeds makes all changes; other threads may read a {@link #status} and an {@link #explain explanation}.
 * All feeds share the lock of the network.
 */
final class RouterFeed {
    private final SessionSelector router;
    /** The lock of all feeds. */
    private final NetworkOverrides network;

    private final RouterOverrides overrides;
    private final TagEngine tags;
    private final PathIntake intake;
    private final OverrideOutput output;
    private final FeedDiagnosis diagnosis;
    private final RouterConnection connection;
    private final RouterSessions sessions = new RouterSessions();

    private PolicyDocument document = PolicyDocument.EMPTY;

    /**
     * Creates the feed of a router. The feed has no paths and no policy at first.
     *
     * @param name name of the router in reasons; made unique with the text of {@code router}
     * @param parts have the overrides of all routers, to which the router is added
     * @param connection state of the router's connections
     */
    RouterFeed(
            String name, SessionSelector router, FeedParts parts, RouterConnection connection, OverrideOutput output) {
        this.router = router;
        this.network = parts.network();
        this.output = output;
        this.connection = connection;
        this.diagnosis = new FeedDiagnosis(router, parts.table(), parts.speakers());
        synchronized (network) {
            String unique = network.router(name).isEmpty() ? name : name + " " + router.text();
            this.overrides = network.add(unique, RouterPolicy.OBSERVE);
            overrides.suspend(Suspension.STARTING);
        }
        this.tags = new TagEngine(RouterPolicy.OBSERVE, overrides::isOwn);
        this.intake = new PathIntake(parts, overrides, tags);
    }

    /** Returns the router in the overrides of the network. */
    RouterOverrides overrides() {
        return overrides;
    }

    /** Returns the name or address of the router in the settings. */
    String name() {
        return router.text();
    }

    /** Applies the settings of the router. */
    void setUp(FedRouter settings) {
        synchronized (network) {
            overrides.setAs(settings.as() == 0 ? OptionalLong.empty() : OptionalLong.of(settings.as()));
            overrides.setUsableNextHops(settings.usableNextHops());
        }
    }

    boolean isRouterOf(Session session) {
        return router.isInstanceOf(session);
    }

    /**
     * Replaces the sessions of the router. Peers whose sessions changed are read again.
     *
     * @param records all session records of the router, in any order
     */
    void setSessions(List<Session> records) {
        synchronized (network) {
            RouterSessions.Difference difference = sessions.replace(records);
            overrides.setIdentifiers(sessions.identifiers());
            overrides.setNeighbors(sessions.neighbors());
            overrides.setSoftware(sessions.software());
            applyPolicy();
            difference.removed().forEach(intake::removePeer);
            difference.added().forEach(intake::readAll);
        }
    }

    /** Replaces the policy of all routers. */
    void setDocument(PolicyDocument changed) {
        synchronized (network) {
            document = changed;
            applyPolicy();
        }
    }

    private void applyPolicy() {
        RouterPolicy policy = policyOf(sessions.identity(), document);
        overrides.setPolicy(policy);
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

    /**
     * Reads changed routes of one session.
     *
     * @param causes receives the verdicts of the changed prefixes
     */
    void onChange(SessionId session, Map<RouteKey, VerdictTime> keys, Map<Prefix, VerdictTime> causes) {
        synchronized (network) {
            ReportedPeer peer = sessions.peerOf(session);
            if (peer == null) {
                return;
            }
            keys.forEach((key, verdict) -> {
                intake.read(key, peer);
                causes.merge(key.prefix(), verdict, VerdictTime::older);
            });
        }
    }

    /** Forgets all sessions and paths, and suspends all overrides, because the table is read again. */
    void reset() {
        synchronized (network) {
            sessions.removePeers().forEach(intake::removePeer);
            overrides.suspend(Suspension.STARTING);
        }
    }

    /** Removes the router from the overrides of the network. */
    void remove() {
        synchronized (network) {
            network.remove(overrides);
        }
    }

    /**
     * Suspends all overrides while the router is lost, and reports if its BGP session is down.
     *
     * @param hashes hashes of the routers with a BMP connection
     * @param session the BGP session of the router with Pathproof; empty without a neighbor
     */
    void updateConnection(Set<Bytes> hashes, Optional<FeedSession> session, Instant now) {
        synchronized (network) {
            connection.update(sessions, hashes, session, now);
            suspend(Suspension.ROUTER_LOST, connection.isLost() || !sessions.hasPeers());
            overrides.setObstacle(connection.obstacle());
        }
    }

    /** Sets the paths to a prefix that the router did not use as overrides. Any thread may call this method. */
    void setUnusable(Prefix prefix, Set<CandidatePath.Key> paths) {
        synchronized (network) {
            overrides.setUnusable(prefix, paths);
        }
    }

    /** Sets or ends a reason to withdraw all overrides. */
    void suspend(Suspension reason, boolean suspended) {
        synchronized (network) {
            if (suspended) {
                overrides.suspend(reason);
            } else {
                overrides.resume(reason);
            }
        }
    }

    /**
     * Passes changed overrides to the output, and decides about the tagged paths that changed since the last call.
     *
     * @param changes changes of this router's overrides
     * @param causes the verdicts of the changed prefixes
     */
    void apply(List<OverrideChange> changes, Map<Prefix, VerdictTime> causes) {
        synchronized (network) {
            tags.suspend(!overrides.suspensions().isEmpty());
            Set<Prefix> caused = new HashSet<>();
            // The kind of routes that the policy does not announce is withdrawn first.
            if (overrides.policy().group().policy() == PolicyKind.TAG) {
                applyOverrides(changes, causes, caused);
                advanceTags(causes, caused);
            } else {
                advanceTags(causes, caused);
                applyOverrides(changes, causes, caused);
            }
        }
    }

    private void applyOverrides(List<OverrideChange> changes, Map<Prefix, VerdictTime> causes, Set<Prefix> caused) {
        if (!changes.isEmpty()) {
            output.applyOverrides(changes);
            changes.forEach(change -> recordCause(change.prefix(), causes, caused));
        }
    }

    private void advanceTags(Map<Prefix, VerdictTime> causes, Set<Prefix> caused) {
        List<TagChange> changes = tags.advance(overrides.prefixes(), overrides::paths);
        if (!changes.isEmpty()) {
            output.applyTags(changes);
            changes.forEach(change -> recordCause(change.prefix(), causes, caused));
        }
    }

    /** Reports the verdict that caused a change of a prefix, once for each decision. */
    private void recordCause(Prefix prefix, Map<Prefix, VerdictTime> causes, Set<Prefix> caused) {
        VerdictTime verdict = causes.get(prefix);
        if (verdict != null && caused.add(prefix)) {
            output.recordCause(verdict);
        }
    }

    /** Returns the number of tagged paths that are announced. */
    long taggedPaths() {
        synchronized (network) {
            return tags.paths();
        }
    }

    /** Returns the current counts. */
    OverrideCounts counts() {
        synchronized (network) {
            return overrides.counts();
        }
    }

    /** Returns the reasons for which all overrides are withdrawn. */
    Set<Suspension> suspensions() {
        synchronized (network) {
            return overrides.suspensions();
        }
    }

    /** Returns the current state, with at most {@code limit} overrides in the order of prefixes. */
    RouterFeedStatus status(int limit, Optional<FeedSession> bgp) {
        synchronized (network) {
            Session session = sessions.identity();
            FeedDiagnosis.Causes causes = causes(overrides.policy(), document);
            return new RouterFeedStatus(
                    name(),
                    session == null ? "" : session.getRouterIp(),
                    session == null ? "" : session.getRouterName(),
                    sessions.isAmbiguous(),
                    overrides.policy(),
                    causes.hints(),
                    causes.blocked(),
                    overrides.suspensions(),
                    bgp,
                    overrides.counts(),
                    tags.paths(),
                    overrides.active().entrySet().stream()
                            .limit(limit)
                            .map(entry -> new RouterFeedStatus.Entry(entry.getKey(), entry.getValue()))
                            .toList(),
                    new RouterFeedStatus.Queue(
                            overrides.waiting().stream()
                                    .limit(RouterFeedStatus.MAX_WAITING)
                                    .toList(),
                            overrides.roomAt()),
                    overrides.holds(RouterFeedStatus.MAX_HELD),
                    overrides.blocked().entrySet().stream()
                            .limit(RouterFeedStatus.MAX_BLOCKED)
                            .map(entry -> new RouterFeedStatus.Blocked(entry.getKey(), entry.getValue()))
                            .toList());
        }
    }

    /**
     * Sets a policy of all routers in a copy of the network, and returns its effect on this router. The caller holds
     * the lock of the network, and advances the copy before the preview is read.
     */
    RouterPreview preview(PolicyDocument other, NetworkOverrides copies) {
        RouterOverrides copy = copies.router(overrides.name()).orElseThrow();
        RouterPolicy policy = policyOf(sessions.identity(), other);
        RouterPreview preview = new RouterPreview(
                name(),
                policy,
                causes(policy, other).hints(),
                overrides.suspensions(),
                new PolicyPreview(copy, tags),
                change -> output.isSent(change.feed(), change.pathId()));
        preview.copies().apply(policy);
        return preview;
    }

    /** Sets a policy of all routers in a copy of the network. The caller holds the lock of the network. */
    void applyTo(NetworkOverrides copies, PolicyDocument other) {
        copies.router(overrides.name()).ifPresent(copy -> copy.setPolicy(policyOf(sessions.identity(), other)));
    }

    /** Checks the requirements of overrides at the router. */
    List<FeedRequirement> check(Optional<FeedSession> bgp) {
        synchronized (network) {
            return FeedCheck.of(overrides, sessions, causes(overrides.policy(), document), bgp);
        }
    }

    /** Returns the causes for missing paths under a policy; none while the table is read. */
    private FeedDiagnosis.Causes causes(RouterPolicy policy, PolicyDocument of) {
        return overrides.suspensions().contains(Suspension.STARTING)
                ? FeedDiagnosis.Causes.NONE
                : diagnosis.causes(sessions, policy, of);
    }

    /** Returns the reason why the feed has no path to a prefix, as a sentence. */
    String absence(Prefix prefix) {
        synchronized (network) {
            return diagnosis.absence(sessions, causes(overrides.policy(), document), prefix);
        }
    }

    /** Explains the decision about a prefix; empty if the router has no path to the prefix. */
    Optional<OverrideExplanation> explain(Prefix prefix, Instant now) {
        synchronized (network) {
            return overrides.explain(prefix, now);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.feeds.override.RouterOverrides;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.tag.TagEngine;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/**
 * Passes the paths of one router from the table to its overrides.
 *
 * <p>FRR 8.4 and GoBGP 3.10 monitor an ADD-PATH neighbor with Path Identifiers before policy and without them after it:
 * the post-policy view then shows one path of a prefix, the latest. Paths that it cannot show are reported as such. A
 * post-policy view that has identifiers shows every path that the import policy accepts.
 *
 * <p>Not thread-safe.
 */
final class PathIntake {
    private final RouteLookup table;
    private final CandidateReader reader;
    private final RouterOverrides overrides;
    private final TagEngine tags;
    /** Peers whose post-policy view has Path Identifiers. */
    private final Set<PeerKey> identified = new HashSet<>();

    PathIntake(FeedParts parts, RouterOverrides overrides, TagEngine tags) {
        this.table = parts.table();
        this.reader = parts.reader();
        this.overrides = overrides;
        this.tags = tags;
    }

    /** Reads all routes of a peer. */
    void readAll(ReportedPeer peer) {
        table.routesOf(peer.source()).forEachRemaining(route -> put(route.key(), route, peer));
        if (!peer.hasBothViews() || identified.contains(peer.peer().key())) {
            return;
        }
        Prefix last = null;
        for (var routes = table.routesOf(Objects.requireNonNull(peer.prePolicy())); routes.hasNext(); ) {
            Route route = routes.next();
            if (route.pathId() != 0 && !route.prefix().equals(last)) {
                last = route.prefix();
                readUnshown(last, peer);
            }
        }
    }

    /** Reads a changed route. A pre-policy route may change the states of post-policy paths. */
    void read(RouteKey key, ReportedPeer peer) {
        if (key.session().equals(peer.source())) {
            put(key, table.get(key).orElse(null), peer);
        } else {
            CandidateReader.unicast(table, peer.source(), key.prefix()).forEach(route -> put(route.key(), route, peer));
            tags.markChanged(key.prefix());
        }
        if (peer.hasBothViews() && key.safi() == AfiSafi.SAFI_UNICAST) {
            readUnshown(key.prefix(), peer);
        }
    }

    /** Forgets a peer, whose session with the router ended or changed. */
    void removePeer(PeerKey peer) {
        identified.remove(peer);
        overrides.removePeer(peer);
        tags.markAllChanged();
    }

    private void put(RouteKey key, @Nullable Route route, ReportedPeer peer) {
        Optional<CandidatePath> path = route == null ? Optional.empty() : reader.read(key, route, peer);
        CandidatePath.Key ofPath = new CandidatePath.Key(peer.peer().key(), key.pathId());
        if (path.isPresent()) {
            overrides.put(path.get());
            if (reader.isEncodedAsSent(key.prefix(), Objects.requireNonNull(route), peer)) {
                overrides.setHidesLocalPreference(true);
            }
        } else if (route != null && CandidateReader.isHidden(key, route, peer)) {
            overrides.hide(key.prefix(), ofPath, reader.states(key, route, peer));
        } else {
            overrides.remove(key.prefix(), ofPath);
        }
        if (route != null
                && key.pathId() != 0
                && peer.hasBothViews()
                && identified.add(peer.peer().key())) {
            overrides.removeUnshown(peer.peer().key());
        }
        tags.markChanged(key.prefix());
    }

    /** Reports the paths to a prefix that the post-policy view of a peer cannot show. */
    private void readUnshown(Prefix prefix, ReportedPeer peer) {
        PeerKey key = peer.peer().key();
        List<CandidatePath> unshown = new ArrayList<>();
        List<RouteStates> unknown = new ArrayList<>();
        if (peer.peer().isExternal() && !identified.contains(key)) {
            for (Route route : reader.unshown(prefix, peer)) {
                if (unshown.size() < CandidateReader.MAX_PATHS) {
                    unshown.add(reader.readBeforePolicy(route, peer));
                } else {
                    unknown.add(CandidateReader.states(route));
                }
            }
        }
        overrides.setUnshown(
                prefix,
                key,
                unshown,
                unknown.isEmpty() ? Optional.empty() : Optional.of(RouteStates.ofOneAmong(unknown)));
    }
}

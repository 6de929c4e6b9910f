// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/**
 * The peers of a router, found by per-peer headers (RFC 7854 section 4.2). Peers with the same link-local address are
 * told apart by AS and BGP Identifier. Confined to the thread of the router.
 *
 * <p>The ids of sessions stay the same after a restart: the neighbor whose AS and BGP Identifier are in the session
 * records of the address alone is the one without a {@link PeerId#twin}.
 */
final class PeerTable {
    private final Map<PeerId, PeerState> peers = new HashMap<>();
    /** The peers of each link-local address. */
    private final Map<PeerId, List<Neighbor>> linkLocal = new HashMap<>();

    private final RouterIdentity router;
    private final Sessions sessions;

    /** A peer with a link-local address. */
    private record Neighbor(long asn, int bgpId, PeerState state) {
        boolean isNamed() {
            return asn != 0 && bgpId != 0;
        }

        boolean is(PerPeerHeader header) {
            return asn == header.asn() && bgpId == header.bgpId();
        }

        /** Returns true if a header can be about this peer. Some routers leave AS or BGP Identifier 0. */
        boolean mayBe(PerPeerHeader header) {
            return (header.asn() == 0 || asn == 0 || asn == header.asn())
                    && (header.bgpId() == 0 || bgpId == 0 || bgpId == header.bgpId());
        }
    }

    PeerTable(RouterIdentity router, Sessions sessions) {
        this.router = router;
        this.sessions = sessions;
    }

    Collection<PeerState> all() {
        return peers.values();
    }

    int size() {
        return peers.size();
    }

    void clear() {
        peers.clear();
        linkLocal.clear();
    }

    /** Returns the peer of a header; null if it is new, or if the header can be about several peers. */
    @Nullable
    PeerState find(PerPeerHeader header) {
        if (!header.hasLinkLocalAddress()) {
            return peers.get(PeerId.of(header));
        }
        List<Neighbor> neighbors = linkLocal.getOrDefault(PeerId.of(header), List.of());
        Optional<Neighbor> exact =
                neighbors.stream().filter(neighbor -> neighbor.is(header)).findFirst();
        if (exact.isPresent()) {
            return exact.get().state();
        }
        List<PeerState> possible = candidates(header);
        if (possible.size() != 1) {
            return null;
        }
        PeerState found = possible.getFirst();
        if (namesNeighbor(header)) {
            // Another neighbor with this address is then no candidate.
            neighbors.replaceAll(neighbor -> neighbor.state() == found && !neighbor.isNamed()
                    ? new Neighbor(header.asn(), header.bgpId(), found)
                    : neighbor);
        }
        return found;
    }

    /**
     * Returns false for a header with a link-local address and without AS or BGP Identifier, such as that of an OPEN
     * that FRR mirrors. Such a header can be about a known neighbor, and does not identify a new one.
     */
    static boolean namesNeighbor(PerPeerHeader header) {
        return !header.hasLinkLocalAddress() || header.asn() != 0 && header.bgpId() != 0;
    }

    /** Returns the peers that a header without AS or BGP Identifier can be about; of several only those that are up. */
    List<PeerState> candidates(PerPeerHeader header) {
        List<PeerState> all = linkLocal.getOrDefault(PeerId.of(header), List.of()).stream()
                .filter(neighbor -> neighbor.mayBe(header))
                .map(Neighbor::state)
                .toList();
        List<PeerState> up = all.stream().filter(PeerState::isUp).toList();
        return up.isEmpty() ? all : up;
    }

    /**
     * Returns the peers that a Peer Down may be about or not; none if it is clear which peer it is about. FRR sends BGP
     * Identifier 0 for a neighbor that did not come up, also at the start of each BMP connection. A session that ends
     * still has its Identifier there, but other routers may clear it before.
     */
    List<PeerState> ambiguous(PerPeerHeader header) {
        if (!header.hasLinkLocalAddress()) {
            return List.of();
        }
        List<Neighbor> neighbors = linkLocal.getOrDefault(PeerId.of(header), List.of());
        if (neighbors.stream().anyMatch(neighbor -> neighbor.is(header))) {
            return List.of();
        }
        List<Neighbor> up = neighbors.stream()
                .filter(neighbor -> neighbor.mayBe(header) && neighbor.state().isUp())
                .toList();
        boolean clear = up.size() == 1 && (header.bgpId() != 0 || up.getFirst().bgpId() == 0);
        return clear ? List.of() : up.stream().map(Neighbor::state).toList();
    }

    /** Returns the identity of a peer that {@link #find} does not find. */
    PeerId newId(PerPeerHeader header) {
        PeerId id = PeerId.of(header);
        boolean first = !header.hasLinkLocalAddress() || !peers.containsKey(id) && isFirst(id, header);
        return first ? id : id.twin(header.asn(), header.bgpId());
    }

    /** Returns true if the session records of an address are those of this neighbor, or if there are none. */
    private boolean isFirst(PeerId id, PerPeerHeader header) {
        List<Session> records = Stream.of(RibView.values())
                .flatMap(view -> sessions.find(id.session(router, view)).stream())
                .toList();
        return records.isEmpty()
                || records.stream()
                        .anyMatch(record ->
                                record.getPeerAs() == (int) header.asn() && record.getPeerBgpId() == header.bgpId());
    }

    void add(PeerId id, PerPeerHeader header, PeerState state) {
        peers.put(id, state);
        if (header.hasLinkLocalAddress()) {
            linkLocal
                    .computeIfAbsent(PeerId.of(header), address -> new ArrayList<>())
                    .add(new Neighbor(header.asn(), header.bgpId(), state));
        }
    }
}

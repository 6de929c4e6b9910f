// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.reflection.RouterSoftware;

/**
 * The sessions of one router: its peers, and the record by which the policy finds the router. Sessions of several
 * routers with one name are ambiguous and have no peers. Not thread-safe.
 */
final class RouterSessions {
    /** An order that is equal in all replicas. */
    private static final Comparator<Session> LATEST_LAST = Comparator.comparingLong(Session::getChangedUs)
            .thenComparing(Session::getSessionId, ByteString.unsignedLexicographicalComparator());

    private Map<PeerKey, ReportedPeer> peers = Map.of();
    private Map<SessionId, ReportedPeer> bySession = Map.of();
    private @Nullable Session identity;
    private RouterSoftware software = RouterSoftware.UNKNOWN;
    private Set<Integer> identifiers = Set.of();
    private Set<Integer> neighbors = Set.of();
    private boolean settled;
    private OptionalLong feedEpoch = OptionalLong.empty();
    private boolean ambiguous;

    /**
     * A difference between two sets of peers. A peer whose sessions changed is in both lists.
     *
     * @param removed keys of peers whose paths are no longer used
     * @param added peers whose routes must be read
     */
    record Difference(List<PeerKey> removed, List<ReportedPeer> added) {}

    /**
     * Replaces the records of the router.
     *
     * @param records all session records of the router, in any order
     */
    Difference replace(List<Session> records) {
        List<Session> all = records.stream().sorted(LATEST_LAST).toList();
        Set<ByteString> hashes = all.stream()
                .filter(session -> session.getState() != State.DOWN)
                .map(Session::getRouterHash)
                .collect(Collectors.toSet());
        ambiguous = hashes.size() > 1;
        List<Session> live = all.stream()
                .filter(session -> !ambiguous && session.getState() != State.DOWN)
                .toList();
        identity = live.isEmpty() ? null : live.getLast();
        software = software(live);
        identifiers = all.stream()
                .filter(session -> !ambiguous && session.getState() != State.DOWN && session.getLocalBgpId() != 0)
                .map(Session::getLocalBgpId)
                .collect(Collectors.toSet());
        neighbors = all.stream()
                .filter(session -> !ambiguous
                        && session.hasLocalAs()
                        && session.getLocalAs() != session.getPeerAs()
                        && session.getPeerBgpId() != 0)
                .map(Session::getPeerBgpId)
                .collect(Collectors.toSet());
        settled = all.stream()
                .noneMatch(session -> !session.getFeed()
                        && (session.getState() == State.LOST || session.getState() == State.SYNCING));
        feedEpoch = all.stream()
                .filter(Session::getFeed)
                .mapToLong(Session::getEpoch)
                .reduce(Long::sum);
        Map<PeerKey, ReportedPeer> before = peers;
        Map<PeerKey, ReportedPeer> reported = ambiguous ? Map.of() : ReportedPeer.of(all);
        peers = reported;
        bySession = bySession(reported);
        Difference difference = new Difference(new ArrayList<>(), new ArrayList<>());
        before.forEach((key, peer) -> {
            if (!peer.equals(reported.get(key))) {
                difference.removed().add(key);
            }
        });
        reported.forEach((key, peer) -> {
            if (!peer.equals(before.get(key))) {
                difference.added().add(peer);
            }
        });
        return difference;
    }

    private static Map<SessionId, ReportedPeer> bySession(Map<PeerKey, ReportedPeer> peers) {
        Map<SessionId, ReportedPeer> index = new HashMap<>();
        peers.values().forEach(peer -> {
            index.put(peer.source(), peer);
            if (peer.prePolicy() != null) {
                index.put(peer.prePolicy(), peer);
            }
        });
        return index;
    }

    /** Removes all peers, and returns their keys. The identity stays. */
    Set<PeerKey> removePeers() {
        Set<PeerKey> removed = peers.keySet();
        peers = Map.of();
        bySession = Map.of();
        return removed;
    }

    /** Returns the peers that the router reports. */
    Collection<ReportedPeer> peers() {
        return peers.values();
    }

    boolean hasPeers() {
        return !peers.isEmpty();
    }

    /** Returns the peer with a session in one of its views; null if there is none. */
    @Nullable
    ReportedPeer peerOf(SessionId session) {
        return bySession.get(session);
    }

    /** Returns the record by which the policy finds the router; null if there is none, or if several routers match. */
    @Nullable
    Session identity() {
        return identity;
    }

    /** Returns the BGP Identifiers that the router has in its sessions. */
    Set<Integer> identifiers() {
        return identifiers;
    }

    /** Returns the software that the records name. */
    RouterSoftware software() {
        return software;
    }

    /**
     * Returns the software that the latest record names. Records without a name are older than this field. One record
     * that names software of which more care is needed suffices.
     */
    private static RouterSoftware software(List<Session> live) {
        List<RouterSoftware> named = live.reversed().stream()
                .map(session -> RouterSoftware.of(session.getSysDescr(), session.getSysName()))
                .filter(software -> !software.equals(RouterSoftware.UNKNOWN))
                .toList();
        return named.stream()
                .filter(software -> software.kind() == RouterSoftware.Kind.GOBGP)
                .findFirst()
                .orElseGet(() -> named.isEmpty() ? RouterSoftware.UNKNOWN : named.getFirst());
    }

    /** Returns the BGP Identifiers of neighbors in another AS, also of those whose session has ended. */
    Set<Integer> neighbors() {
        return neighbors;
    }

    /**
     * Returns true if the router has sent the complete tables of all sessions since its last connection. Sessions with
     * Pathproof do not count, because their routes are left out.
     */
    boolean isSettled() {
        return settled;
    }

    /**
     * Returns a number that changes when the router reports the begin or end of a session with Pathproof; empty if it
     * reports no such session.
     */
    OptionalLong feedEpoch() {
        return feedEpoch;
    }

    /** Returns true if several routers match the settings. */
    boolean isAmbiguous() {
        return ambiguous;
    }
}

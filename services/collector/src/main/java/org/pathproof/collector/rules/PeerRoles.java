// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.rules;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.onboarding.PeerSelector;
import org.pathproof.wire.Bytes;

/**
 * Roles of peers in the settings or a description. The roles apply to sessions whose OPENs have no BGP Role capability
 * (RFC 9234).
 */
public final class PeerRoles {
    /** No peer has a role. */
    public static final PeerRoles NONE = new PeerRoles(List.of());

    /** The peers with a role. */
    private record Entry(NeighborRole role, PeerMatcher peers) {}

    /** A peer has the role of the first entry that has the peer. */
    private final List<Entry> entries;

    private PeerRoles(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * Parses the lists of peers with each role.
     *
     * @throws IllegalArgumentException when a text is neither address, prefix nor AS
     */
    public static PeerRoles of(Map<NeighborRole, List<String>> rules) {
        Map<NeighborRole, PeerMatcher> peers = new EnumMap<>(NeighborRole.class);
        rules.forEach((role, list) -> peers.put(role, PeerMatcher.of(list)));
        return new PeerRoles(inOrder(peers));
    }

    /** Returns the roles of a description. */
    public static PeerRoles ofSelectors(Map<NeighborRole, List<PeerSelector>> roles) {
        Map<NeighborRole, PeerMatcher> peers = new EnumMap<>(NeighborRole.class);
        roles.forEach((role, list) -> peers.put(role, PeerMatcher.ofSelectors(list)));
        return new PeerRoles(inOrder(peers));
    }

    private static List<Entry> inOrder(Map<NeighborRole, PeerMatcher> peers) {
        return peers.entrySet().stream()
                .map(entry -> new Entry(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Returns roles with a fallback: a peer without a role here has its role in {@code others}. */
    public PeerRoles orElse(PeerRoles others) {
        List<Entry> all = new ArrayList<>(entries);
        all.addAll(others.entries);
        return new PeerRoles(all);
    }

    /** Returns the role of a peer; null if no list has the peer. A peer in several lists has the first role. */
    @Nullable
    public NeighborRole of(Bytes address, long asn) {
        for (Entry entry : entries) {
            if (entry.peers().matches(address, asn)) {
                return entry.role();
            }
        }
        return null;
    }
}

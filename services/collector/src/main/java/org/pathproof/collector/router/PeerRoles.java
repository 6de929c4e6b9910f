// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.wire.Bytes;

/** Roles of peers in the settings. They apply to sessions whose OPENs have no BGP Role capability (RFC 9234). */
public final class PeerRoles {
    /** No peer has a role. */
    public static final PeerRoles NONE = new PeerRoles(new EnumMap<>(NeighborRole.class));

    private final Map<NeighborRole, PeerMatcher> peers;

    private PeerRoles(EnumMap<NeighborRole, PeerMatcher> peers) {
        this.peers = peers;
    }

    /**
     * Parses the lists of peers with each role.
     *
     * @throws IllegalArgumentException when a text is neither address, prefix nor AS
     */
    public static PeerRoles of(Map<NeighborRole, List<String>> rules) {
        EnumMap<NeighborRole, PeerMatcher> peers = new EnumMap<>(NeighborRole.class);
        rules.forEach((role, list) -> peers.put(role, PeerMatcher.of(list)));
        return new PeerRoles(peers);
    }

    /** Returns the role of a peer; null if no list has the peer. A peer in several lists has the first role. */
    @Nullable
    NeighborRole of(Bytes address, long asn) {
        for (Map.Entry<NeighborRole, PeerMatcher> entry : peers.entrySet()) {
            if (entry.getValue().matches(address, asn)) {
                return entry.getKey();
            }
        }
        return null;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/**
 * Of what a router may tell.
 *
 * @param views of its peers
 * @param peers by address or AS; empty for all
 */
public record Permission(Set<RibView> views, Optional<PeerMatcher> peers) {
    /** Everything. */
    public static final Permission ALL = new Permission(EnumSet.allOf(RibView.class), Optional.empty());

    public Permission {
        views = Set.copyOf(views);
    }

    public boolean allows(RibView view) {
        return views.contains(view);
    }

    /** Whether the peer is one that the router may tell of; a Loc-RIB is the router's own, and has none. */
    public boolean allows(PerPeerHeader header) {
        return peers.isEmpty() || header.isLocRib() || peers.get().matches(header.address(), header.asn());
    }
}

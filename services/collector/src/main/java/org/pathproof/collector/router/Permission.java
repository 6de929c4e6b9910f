// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/**
 * The views and peers that a router may report.
 *
 * @param views permitted RIB views
 * @param peers permitted peers; empty for all
 */
public record Permission(Set<RibView> views, Optional<PeerMatcher> peers) {
    /** Permission for all views and peers. */
    public static final Permission ALL = new Permission(EnumSet.allOf(RibView.class), Optional.empty());

    public Permission {
        views = Set.copyOf(views);
    }

    public boolean allows(RibView view) {
        return views.contains(view);
    }

    /** Returns true when the router may report a peer. A Loc-RIB has no peer, and is permitted. */
    public boolean allows(PerPeerHeader header) {
        return peers.isEmpty() || header.isLocRib() || peers.get().matches(header.address(), header.asn());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/**
 * The views and peers that a router may report.
 *
 * @param views permitted RIB views
 * @param peers permitted peers; empty for all
 * @param localAses permitted AS numbers in the OPENs that the router sends; empty for all
 */
public record Permission(Set<RibView> views, Optional<PeerMatcher> peers, Set<Long> localAses) {
    /** Permission for all views and peers. */
    public static final Permission ALL = new Permission(EnumSet.allOf(RibView.class), Optional.empty());

    public Permission {
        views = Set.copyOf(views);
        localAses = Set.copyOf(localAses);
    }

    /** Creates a permission for every AS of the router. */
    public Permission(Set<RibView> views, Optional<PeerMatcher> peers) {
        this(views, peers, Set.of());
    }

    /** Returns true if all views are permitted: no rule restricts them. */
    public boolean allowsAllViews() {
        return views.size() == RibView.values().length;
    }

    /** Returns true when the router may have an AS in its OPEN; null if the OPEN is unreadable. */
    boolean allowsLocalAs(@Nullable Long asn) {
        return localAses.isEmpty() || asn != null && localAses.contains(asn);
    }

    public boolean allows(RibView view) {
        return views.contains(view);
    }

    /** Returns true when the router may report a peer. A Loc-RIB has no peer, and is permitted. */
    public boolean allows(PerPeerHeader header) {
        return peers.isEmpty() || header.isLocRib() || peers.get().matches(header.address(), header.asn());
    }
}

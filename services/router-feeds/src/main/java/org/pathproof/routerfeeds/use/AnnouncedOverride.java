// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.tag.StateCommunities;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.OriginatorId;

/**
 * An announced override.
 *
 * @param attributes the announced attributes
 * @param at time of the announcement
 */
record AnnouncedOverride(RouteAttributes attributes, Instant at) {
    /** Returns true for a row that is an override of Pathproof, of this router or of another one. */
    boolean isOverride(SeenPath row) {
        return StateCommunities.markOf(attributes).filter(row::has).isPresent();
    }

    boolean hasAsPathOf(SeenPath row) {
        return asPath().equals(row.asPath());
    }

    boolean hasNextHopOf(SeenPath row) {
        return nextHop().equals(row.nextHop());
    }

    /** Returns the next hop: 4 bytes, or the 16 bytes of the global address. */
    Bytes nextHop() {
        Bytes nextHop = attributes.nextHop().orElse(Bytes.EMPTY);
        return nextHop.length() == 32 ? nextHop.slice(0, 16) : nextHop;
    }

    OptionalLong localPreference() {
        return attributes.localPreference();
    }

    /** Returns true if a router with this identifier refuses the route (RFC 4456 section 8). */
    boolean isRefusedBy(int identifier) {
        return attributes
                        .find(OriginatorId.class)
                        .filter(id -> (int) id.routerId().u32(0) == identifier)
                        .isPresent()
                || attributes
                        .find(ClusterList.class)
                        .filter(list -> list.clusterIds().stream().anyMatch(id -> (int) id.u32(0) == identifier))
                        .isPresent();
    }

    private List<Long> asPath() {
        return attributes.find(AsPath.class).map(AsPath::asns).orElse(List.of());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.routers;

import java.util.List;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/**
 * A route that a router has from a replica.
 *
 * @param attributes the attributes as received; MP_REACH_NLRI has the next hop only
 * @param sinceNanos {@link System#nanoTime} of the announcement
 * @param stale the session of the replica has ended, and graceful restart keeps the route
 */
public record HeldRoute(List<PathAttribute> attributes, long sinceNanos, boolean stale) {
    /** Returns the number of the update, which is its first community; 0 without one. */
    public int number() {
        return new Update(List.of(), attributes, List.of(), List.of())
                .find(Communities.class)
                .map(communities -> communities.values().getFirst())
                .orElse(0);
    }
}

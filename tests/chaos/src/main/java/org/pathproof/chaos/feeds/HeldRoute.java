// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.feeds;

import java.util.List;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * A route that a router has from a replica.
 *
 * @param attributes the attributes as received; MP_REACH_NLRI has the next hop only
 * @param sinceNanos {@link System#nanoTime} of the announcement
 * @param stale the session of the replica has ended, and graceful restart keeps the route
 */
record HeldRoute(List<PathAttribute> attributes, long sinceNanos, boolean stale) {}

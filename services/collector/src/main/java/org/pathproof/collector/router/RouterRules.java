// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.time.Duration;
import java.util.Set;

/**
 * The operator's rules for all routers.
 *
 * @param collectorId id of this collector in session records; the same after a restart
 * @param sources source of the pre-policy Adj-RIB-In
 * @param quietTime quiet period after which a table without End-of-RIB counts as complete
 * @param emptyTime quiet period after which a table without any route counts as complete
 * @param backlogBytes maximum bytes of messages that are kept for a peer until its Peer Up
 * @param maxPeers maximum number of peers of a router
 * @param confederationMembers Member-AS numbers of the network's confederation (RFC 5065)
 * @param peers lists of peers with permissions
 * @param feeds rules for the data of the feeds to routers
 */
public record RouterRules(
        String collectorId,
        Sources sources,
        Duration quietTime,
        Duration emptyTime,
        long backlogBytes,
        int maxPeers,
        Set<Long> confederationMembers,
        PeerRules peers,
        FeedRules feeds) {
    public RouterRules {
        confederationMembers = Set.copyOf(confederationMembers);
    }
}

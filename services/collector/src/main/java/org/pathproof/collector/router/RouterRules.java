// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.time.Duration;
import java.util.Set;

/**
 * What the operator decided about all routers.
 *
 * @param collectorId names this collector in session records; the same after a restart
 * @param sources where the pre-policy Adj-RIB-In comes from
 * @param quietTime how long no route must come until a table counts as complete without End-of-RIB
 * @param emptyTime the same where no route came at all
 * @param backlogBytes how many octets of messages are kept for a peer until its Peer Up
 * @param maxPeers how many peers a router may have
 * @param confederationMembers the Member-AS numbers of our confederation (RFC 5065)
 * @param transparentPeers who may send pCount 0: route servers, and peers in AS migration (RFC 8206)
 * @param loopAllowedPeers whose paths may hold our AS
 */
public record RouterRules(
        String collectorId,
        Sources sources,
        Duration quietTime,
        Duration emptyTime,
        long backlogBytes,
        int maxPeers,
        Set<Long> confederationMembers,
        PeerMatcher transparentPeers,
        PeerMatcher loopAllowedPeers) {
    public RouterRules {
        confederationMembers = Set.copyOf(confederationMembers);
    }
}

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
 * @param transparentPeers peers that may send pCount 0: route servers, and peers in AS migration (RFC 8206)
 * @param loopAllowedPeers peers whose paths may contain the local AS
 * @param besidePeers peers that may send BGPsec_PATH beside AS_PATH without BGPsec (docs/adr/0024)
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
        PeerMatcher transparentPeers,
        PeerMatcher loopAllowedPeers,
        PeerMatcher besidePeers,
        FeedRules feeds) {
    public RouterRules {
        confederationMembers = Set.copyOf(confederationMembers);
    }

    /** Creates rules without feeds to routers, and without peers that send BGPsec_PATH beside AS_PATH. */
    public RouterRules(
            String collectorId,
            Sources sources,
            Duration quietTime,
            Duration emptyTime,
            long backlogBytes,
            int maxPeers,
            Set<Long> confederationMembers,
            PeerMatcher transparentPeers,
            PeerMatcher loopAllowedPeers) {
        this(
                collectorId,
                sources,
                quietTime,
                emptyTime,
                backlogBytes,
                maxPeers,
                confederationMembers,
                transparentPeers,
                loopAllowedPeers,
                PeerMatcher.NONE,
                FeedRules.NONE);
    }

    /** Returns these rules with other peers that may send BGPsec_PATH beside AS_PATH. */
    RouterRules withBesidePeers(PeerMatcher others) {
        return new RouterRules(
                collectorId,
                sources,
                quietTime,
                emptyTime,
                backlogBytes,
                maxPeers,
                confederationMembers,
                transparentPeers,
                loopAllowedPeers,
                others,
                feeds);
    }

    /** Returns these rules with other rules for feeds. */
    RouterRules withFeeds(FeedRules others) {
        return new RouterRules(
                collectorId,
                sources,
                quietTime,
                emptyTime,
                backlogBytes,
                maxPeers,
                confederationMembers,
                transparentPeers,
                loopAllowedPeers,
                besidePeers,
                others);
    }
}

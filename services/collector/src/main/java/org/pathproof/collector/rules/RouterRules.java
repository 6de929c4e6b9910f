// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.rules;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.routes.experimental.AttributeIntake;

/**
 * The operator's rules for all routers, or those for one router with its profile.
 *
 * @param collectorId id of this collector in session records; the same after a restart
 * @param sources source of the pre-policy Adj-RIB-In
 * @param quietTime quiet period after which a table without End-of-RIB counts as complete
 * @param emptyTime quiet period after which a table without any route counts as complete
 * @param syncTime time after its first route after which a table counts as complete in any case
 * @param backlogBytes maximum bytes of messages that are kept for a peer until its Peer Up
 * @param maxPeers maximum number of peers of a router
 * @param confederationMembers Member-AS numbers of the network's confederation (RFC 5065)
 * @param peers lists of peers with permissions
 * @param feeds rules for the data of the feeds to routers
 * @param experimental receives the experimental path attribute; null while the experiment is off (ADR 58)
 * @param describedBy certificate whose description has a part in the rules; empty for none
 * @param ownAs AS of the network as other networks see it; 0 if it is not set
 */
public record RouterRules(
        String collectorId,
        Sources sources,
        Duration quietTime,
        Duration emptyTime,
        Duration syncTime,
        long backlogBytes,
        int maxPeers,
        Set<Long> confederationMembers,
        PeerRules peers,
        FeedRules feeds,
        @Nullable AttributeIntake experimental,
        String describedBy,
        long ownAs) {
    /** The default of {@code syncTime}. */
    private static final Duration SYNC_TIME = Duration.ofMinutes(5);

    public RouterRules {
        confederationMembers = Set.copyOf(confederationMembers);
    }

    /** Creates rules for all routers, with the default sync time, without an experimental path attribute. */
    public RouterRules(
            String collectorId,
            Sources sources,
            Duration quietTime,
            Duration emptyTime,
            long backlogBytes,
            int maxPeers,
            Set<Long> confederationMembers,
            PeerRules peers,
            FeedRules feeds) {
        this(
                collectorId,
                sources,
                quietTime,
                emptyTime,
                SYNC_TIME,
                backlogBytes,
                maxPeers,
                confederationMembers,
                peers,
                feeds,
                null,
                "",
                0);
    }

    /** Returns the same rules with another sync time. */
    public RouterRules withSyncTime(Duration time) {
        return new RouterRules(
                collectorId,
                sources,
                quietTime,
                emptyTime,
                time,
                backlogBytes,
                maxPeers,
                confederationMembers,
                peers,
                feeds,
                experimental,
                describedBy,
                ownAs);
    }

    /** Returns the same rules with an experimental path attribute. */
    public RouterRules withExperimental(AttributeIntake attribute) {
        return new RouterRules(
                collectorId,
                sources,
                quietTime,
                emptyTime,
                syncTime,
                backlogBytes,
                maxPeers,
                confederationMembers,
                peers,
                feeds,
                attribute,
                describedBy,
                ownAs);
    }

    /** Returns the same rules with the AS of the network. */
    public RouterRules withOwnAs(long asn) {
        return new RouterRules(
                collectorId,
                sources,
                quietTime,
                emptyTime,
                syncTime,
                backlogBytes,
                maxPeers,
                confederationMembers,
                peers,
                feeds,
                experimental,
                describedBy,
                asn);
    }

    /** Returns the rules for a router with a profile. Where both have a value that excludes the other, these win. */
    public RouterRules with(RouterProfile profile) {
        if (profile.equals(RouterProfile.NONE)) {
            return this;
        }
        return new RouterRules(
                collectorId,
                sources,
                quietTime,
                emptyTime,
                syncTime,
                backlogBytes,
                Math.min(maxPeers, profile.maxPeers()),
                confederationMembers.isEmpty() ? profile.confederationMembers() : confederationMembers,
                peers.with(profile.peers()),
                feeds,
                experimental,
                profile.source(),
                ownAs);
    }
}

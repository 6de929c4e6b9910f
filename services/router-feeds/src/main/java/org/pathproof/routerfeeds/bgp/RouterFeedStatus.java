// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pathproof.feeds.override.ActiveOverride;
import org.pathproof.feeds.override.HeldPrefix;
import org.pathproof.feeds.override.OverrideCounts;
import org.pathproof.feeds.override.OverrideDecision;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.wire.Prefix;

/**
 * The override feed of a router at one moment.
 *
 * @param router name or address in the settings
 * @param ip source address of the router's BMP messages; empty before its first session
 * @param name name of the router; may be empty
 * @param ambiguous true if several routers have this name or address, so that no decision is made
 * @param hints causes for which paths of the router are missing or unused
 * @param unusable true if neighbors have routes, and the policy can use no path of any neighbor
 * @param suspensions reasons for which all overrides are withdrawn
 * @param session the BGP session over which the router receives the overrides; empty without a neighbor
 * @param tagged number of announced tagged paths
 * @param overrides the first overrides in the order of prefixes
 * @param waiting the overrides that a limit stops
 * @param held the first prefixes that flap damping holds
 * @param blocked the first prefixes without an override because of an obstacle at a router of the network
 */
public record RouterFeedStatus(
        String router,
        String ip,
        String name,
        boolean ambiguous,
        RouterPolicy policy,
        List<String> hints,
        boolean unusable,
        Set<Suspension> suspensions,
        Optional<FeedSession> session,
        OverrideCounts counts,
        long tagged,
        List<Entry> overrides,
        Queue waiting,
        List<HeldPrefix> held,
        List<Blocked> blocked) {
    /** Maximum number of prefixes in {@code held}. */
    static final int MAX_HELD = 20;

    /** Maximum number of prefixes in {@code blocked}. */
    static final int MAX_BLOCKED = 20;

    /** Maximum number of prefixes in {@code waiting}. */
    static final int MAX_WAITING = 20;

    /**
     * The overrides that a limit stops.
     *
     * @param first the first prefixes, in the order of their turn
     * @param nextAt time of the next announcements; empty if none waits, or if the router has the maximum number of
     *     overrides
     */
    public record Queue(List<Prefix> first, Optional<Instant> nextAt) {}

    /** A prefix without an override because of an obstacle. */
    public record Blocked(Prefix prefix, OverrideDecision.None obstacle) {}

    /** An override of a prefix. */
    public record Entry(Prefix prefix, ActiveOverride override) {}
}

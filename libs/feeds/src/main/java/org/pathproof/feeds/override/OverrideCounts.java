// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

/**
 * Numbers about the overrides of one router.
 *
 * @param prefixes prefixes with at least one path
 * @param active overrides that are announced to the router
 * @param waiting overrides that a limit stops. An operator must act if the number stays above 0
 * @param held prefixes that flap damping holds
 * @param oscillating prefixes in {@code held} whose overrides oscillate
 * @param withoutAcceptedPath prefixes without an accepted path
 * @param blocked prefixes of the network without an override because of an obstacle at one of its routers
 * @param announced announcements since the engine was created
 * @param withdrawn withdrawals since the engine was created
 */
public record OverrideCounts(
        int prefixes,
        int active,
        int waiting,
        int held,
        int oscillating,
        int withoutAcceptedPath,
        int blocked,
        long announced,
        long withdrawn) {}

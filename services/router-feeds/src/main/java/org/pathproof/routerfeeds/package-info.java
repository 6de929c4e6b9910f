// SPDX-License-Identifier: Apache-2.0
/**
 * The feeds: all ways from the verdicts and the RPKI set to routers.
 *
 * <p>{@code bgp} sends overrides and tagged paths over BGP. {@code derived} marks invalid pairs of prefix and origin AS
 * in a set of VRPs. {@code rtr} serves the genuine and the derived set over RTR, and {@code srx} validates updates for
 * SRx routers. {@code policy} holds the policy that operators set, {@code settings} the settings, and {@code runtime}
 * the thread, the latencies and the checks for stale data that several feeds use.
 *
 * <p>Data come in from the verdict store ({@code org.pathproof.verdictstore}), from the source of the RPKI set and from
 * the topic of policies; they go out to routers only. {@link org.pathproof.routerfeeds.RouterFeedsConfiguration} is the
 * Spring configuration for an application.
 */
@NullMarked
package org.pathproof.routerfeeds;

import org.jspecify.annotations.NullMarked;

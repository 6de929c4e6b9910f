// SPDX-License-Identifier: Apache-2.0
/**
 * The override feed: announces an accepted path to a router that could select a path that its policy does not accept.
 *
 * <p>{@link OverrideRules} decides about one prefix, as a pure function of the router's paths and policy. {@link
 * OverrideEngine} holds the paths of one router, decides again where something changed, applies limits and flap
 * damping, and returns {@link OverrideChange}s for the router's BGP session. {@link OverrideEngine#explain} shows each
 * path and the reason of the decision.
 *
 * <p>Pathproof speaks iBGP with the router, as its route-reflector client. An override never has BGPsec_PATH. An
 * override is never a path that Pathproof announced, and never a path of another router.
 */
@NullMarked
package org.pathproof.feeds.override;

import org.jspecify.annotations.NullMarked;

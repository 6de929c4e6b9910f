// SPDX-License-Identifier: Apache-2.0
/**
 * The override feed: tells a router to use an accepted path where it could select one that its policy does not accept.
 *
 * <p>{@link OverrideRules} is the decision for one prefix, a pure function of the router's paths and its policy.
 * {@link OverrideEngine} holds the paths of one router, decides again where something changed, applies limits and flap
 * damping, and returns {@link OverrideChange}s for the router's BGP session. {@link OverrideEngine#explain} shows each
 * path and the reason of the decision.
 *
 * <p>Pathproof speaks iBGP with the router, as its route-reflector client. An override never has BGPsec_PATH, is never
 * a path that came from Pathproof, and is never a path of another router.
 */
@NullMarked
package org.pathproof.feeds.override;

import org.jspecify.annotations.NullMarked;

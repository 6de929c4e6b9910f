// SPDX-License-Identifier: Apache-2.0
/**
 * The override feed: announces accepted paths to the routers of a network that could select a path that its policy does
 * not accept.
 *
 * <p>{@link NetworkRules} decides about one prefix of all routers of an AS, as a pure function of their paths and
 * policies: LOCAL_PREF acts in the whole AS, so one router cannot be decided about by itself
 * (docs/adr/0078-overrides-at-the-best-borders.md). {@link RouterRules} is the part of one router's policy. {@link
 * NetworkOverrides} holds the paths of all routers, each in a {@link RouterOverrides}, decides again where something
 * changed, applies limits and flap damping, and returns {@link OverrideChange}s for the BGP session of each router.
 * {@link RouterOverrides#explain} shows each path and the reason of the decision.
 *
 * <p>Pathproof speaks iBGP with the routers, as their route-reflector client. An override is announced only to the
 * router where its path enters the AS. An override never has BGPsec_PATH, ORIGINATOR_ID or CLUSTER_LIST. Paths over
 * iBGP, among them those that Pathproof announced, are never the input of a decision.
 */
@NullMarked
package org.pathproof.feeds.override;

import org.jspecify.annotations.NullMarked;

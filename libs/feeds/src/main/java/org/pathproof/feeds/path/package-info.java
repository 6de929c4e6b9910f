// SPDX-License-Identifier: Apache-2.0
/**
 * The paths of a router as its BMP session shows them, and the part of BGP's decision process that is visible from
 * outside.
 *
 * <p>A {@link CandidatePath} is one path of one router to one prefix: its {@link Peer}, its {@link RouteAttributes} and
 * its {@link RouteStates}. {@link DecisionProcess} compares paths by the steps of RFC 4271 section 9.1 that do not
 * depend on the router: LOCAL_PREF, AS_PATH length, ORIGIN, MULTI_EXIT_DISC, and external before internal. Interior
 * cost, the age of a path (RFC 5004) and vendor weights are not visible. If paths tie in the visible steps, each of
 * them may be the router's best path.
 *
 * <p>All types except the two interners are immutable.
 */
@NullMarked
package org.pathproof.feeds.path;

import org.jspecify.annotations.NullMarked;

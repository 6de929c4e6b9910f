// SPDX-License-Identifier: Apache-2.0
/**
 * The derived origin feed: expresses path verdicts as VRPs, for routers that only do origin validation.
 *
 * <p>{@link DerivedOrigins} computes the VRPs that replace genuine VRPs in the feed. Origin validation cannot
 * distinguish two paths of one origin. The override feed can.
 */
@NullMarked
package org.pathproof.feeds.origin;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Feeds to the simulated routers. {@link org.pathproof.chaos.feeds.OverrideModel} computes the override
 * that each prefix needs from the updates of the load, without code of {@code libs/feeds}. {@link
 * org.pathproof.chaos.feeds.FeedWatch} compares both while the load runs, and {@link
 * org.pathproof.chaos.feeds.FeedSite} compares them at the end of each schedule.
 */
@NullMarked
package org.pathproof.chaos.feeds;

import org.jspecify.annotations.NullMarked;

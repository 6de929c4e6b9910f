// SPDX-License-Identifier: Apache-2.0
/**
 * Plays a router that follows the feeds of a Pathproof, and measures their gaps while parts of the site fail.
 *
 * <p>{@link FeedWatch} is the entry. {@link BgpFeed} accepts the BGP sessions of all replicas. An RTR client follows
 * the RTR service. A {@link Gap} is the longest time in which a feed did not serve the router. A {@link Beacon} changes
 * one object again and again, and measures the time until the feed shows each change.
 */
@NullMarked
package org.pathproof.lab.feed;

import org.jspecify.annotations.NullMarked;

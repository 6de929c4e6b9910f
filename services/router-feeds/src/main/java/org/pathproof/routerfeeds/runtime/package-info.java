// SPDX-License-Identifier: Apache-2.0
/**
 * Parts that several feeds use. {@link org.pathproof.routerfeeds.runtime.FeedThread} runs the steps of a feed, {@link
 * org.pathproof.routerfeeds.runtime.FeedLatency} records the time from a verdict to the change of a feed, and {@link
 * org.pathproof.routerfeeds.runtime.Staleness} finds the reasons for which feeds withdraw everything. This package owns
 * no routes.
 */
@NullMarked
package org.pathproof.routerfeeds.runtime;

import org.jspecify.annotations.NullMarked;

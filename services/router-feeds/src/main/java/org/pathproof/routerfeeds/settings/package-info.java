// SPDX-License-Identifier: Apache-2.0
/**
 * Settings of the feeds that several packages use: the routers of the BGP feeds ({@link
 * org.pathproof.routerfeeds.settings.FeedSettings}) and the derived origin feed ({@link
 * org.pathproof.routerfeeds.settings.DerivedOriginSettings}) under {@code pathproof.feeds}, and the RTR server ({@link
 * org.pathproof.routerfeeds.settings.RtrSettings}) under {@code pathproof.policy-api}. Settings of a single package are
 * in that package.
 */
@NullMarked
package org.pathproof.routerfeeds.settings;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Finds out if routers use the overrides that Pathproof announces to them.
 *
 * <p>{@link org.pathproof.routerfeeds.use.OverrideUses} receives the announcements from {@link
 * org.pathproof.routerfeeds.bgp.OverrideFeeds} and the changes of the table. For each override it reads the rows of its
 * prefix, from all monitored routers. {@link org.pathproof.routerfeeds.use.TellingViews} says which views tell about a
 * router. {@link org.pathproof.routerfeeds.use.UseRules} turns the rows into {@link
 * org.pathproof.routerfeeds.use.Evidence}, and {@link org.pathproof.routerfeeds.use.UnusedReason} names the reason for
 * which an override is not used. Both depend on the rows only, so that all replicas agree.
 *
 * <p>A view shows the present state of a router: a row without a change is as good as a new one. Therefore evidence
 * needs no times. A row that shows the override counts at once. A row that shows another path counts after
 * the time in which the router may still send the change ({@link org.pathproof.routerfeeds.use.UseSettings}), or at
 * once if the router used the override before. A view whose BMP session is not up tells nothing.
 *
 * <p>{@link org.pathproof.routerfeeds.use.Fallback} takes the paths of unused overrides out of the choice for a time.
 */
@NullMarked
package org.pathproof.routerfeeds.use;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * The override feeds of all configured routers: connects the table of verdicts with the rules of {@code
 * org.pathproof.feeds}.
 *
 * <p>{@link org.pathproof.routerfeeds.bgp.OverrideFeeds} receives the changes of the table. {@link
 * org.pathproof.routerfeeds.bgp.ChangedRoutes} keeps the keys of changed routes, not the changes, so that memory is
 * bounded by the number of routes. A thread of the feeds runs {@link org.pathproof.routerfeeds.bgp.FeedDecisions},
 * which reads these routes from the table, router by router, and passes them to the {@link
 * org.pathproof.routerfeeds.bgp.RouterFeed} of their router. A router feed owns the engine of its router. {@link
 * org.pathproof.routerfeeds.bgp.CandidateReader} turns a route into a path for the engine. {@link
 * org.pathproof.routerfeeds.runtime.Staleness} suspends all engines while the data may be out of date.
 *
 * <p>Decisions depend only on the topics, the RPKI set and the time, so all replicas make the same decisions. At a
 * limit or after flaps, replicas may differ for a time (docs/adr/0023-feeds-are-functions-of-state.md). Changes go to
 * an {@link org.pathproof.routerfeeds.bgp.OverrideOutput}, one for each router. The output of a router with a
 * neighbor address is a BGP session of {@link org.pathproof.routerfeeds.bgp.FeedSessions}.
 */
@NullMarked
package org.pathproof.routerfeeds.bgp;

import org.jspecify.annotations.NullMarked;

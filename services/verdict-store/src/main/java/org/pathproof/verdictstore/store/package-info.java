// SPDX-License-Identifier: Apache-2.0
/**
 * The verdict store as its users see it: queries in, routes out.
 *
 * <p>{@link org.pathproof.verdictstore.store.RouteTable} owns all data. The follower of Kafka ({@code input}) writes
 * the table on one thread; any number of threads read it without locks. The data are rows, not objects, in the package
 * {@code paged}. {@link org.pathproof.verdictstore.store.VerdictParts} splits a record into what a row has and what
 * rows share; {@link org.pathproof.verdictstore.store.RouteWriter} makes a row of the parts, and
 * {@link org.pathproof.verdictstore.store.RouteReader} makes a {@link org.pathproof.verdictstore.store.Route} of a row.
 * Only the routes of an answer become objects, because a {@link org.pathproof.verdictstore.store.RouteQuery} is
 * evaluated on the rows.
 *
 * <p>A {@link org.pathproof.verdictstore.store.SessionView} is one session of pathproof.sessions. A route is visible
 * while its epoch is alive in the session. When a peer goes down, the change of its session record hides all of its
 * routes at once.
 */
@NullMarked
package org.pathproof.verdictstore.store;

import org.jspecify.annotations.NullMarked;

/**
 * The verdict store: every current verdict of the network, in memory, ordered by prefix.
 *
 * <p>{@link org.pathproof.verdictstore.store.RouteTable} owns all data of this package. The follower of Kafka ({@code
 * input}) writes the table on one thread. Any number of threads read the table without locks, because routes and the
 * nodes of the trees are immutable. A walk shows the state of the tree at the start of the walk.
 *
 * <p>There are millions of routes, and a full table arrives at once. A route is therefore small, and only its states,
 * its epoch and its rules are decoded. The larger part of a verdict follows from its AS path: the AS numbers and the
 * hops with their keys. All routes of the path share it ({@link org.pathproof.verdictstore.store.VerdictParts}, {@link
 * org.pathproof.verdictstore.store.SharedPath}). There is no index for states and findings: each node of a tree has the
 * flags of its routes ({@link org.pathproof.verdictstore.store.RouteFlags}).
 *
 * <p>A {@link org.pathproof.verdictstore.store.SessionView} is one session of pathproof.sessions. A route is visible
 * while its epoch is alive in the session. When a peer goes down, the change of its session record hides all of its
 * routes at once.
 */
@NullMarked
package org.pathproof.verdictstore.store;

import org.jspecify.annotations.NullMarked;

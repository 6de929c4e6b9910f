/**
 * The verdict store: every current verdict of the network, in memory, ordered by prefix.
 *
 * <p>{@link org.pathproof.policyapi.store.RouteTable} owns all data of this package. The follower of Kafka ({@code
 * feed}) writes the table on one thread. Any number of threads read the table without locks, because routes and the
 * nodes of the trees are immutable. A walk shows the state of the tree at the start of the walk.
 *
 * <p>There are millions of routes, and a full table arrives at once. A route is therefore small, and only its states,
 * its epoch and its rules are decoded. The larger part of a verdict follows from its AS path: the AS numbers and the
 * hops with their keys. All routes of the path share it ({@link org.pathproof.policyapi.store.VerdictParts}, {@link
 * org.pathproof.policyapi.store.SharedPath}). There is no index for states and findings: each node of a tree has the
 * flags of its routes ({@link org.pathproof.policyapi.store.RouteFlags}).
 *
 * <p>A {@link org.pathproof.policyapi.store.SessionView} is one session of pathproof.sessions. A route is visible while
 * its epoch is alive in the session. When a peer goes down, the change of its session record hides all of its routes at
 * once.
 */
@NullMarked
package org.pathproof.policyapi.store;

import org.jspecify.annotations.NullMarked;

/**
 * The verdict store: every current verdict of the network, in memory, in the order of its prefixes.
 *
 * <p>{@link org.pathproof.policyapi.store.RouteTable} owns everything here. One thread writes it (the follower of Kafka in {@code feed}),
 * any number read it without locks: routes are immutable, and so are the nodes of the ordered trees that hold them; a walk sees the tree that
 * was there when it began.
 *
 * <p>There are millions of routes, and a full table comes at once; so a route is kept in about 100 octets, and none of its verdict is decoded
 * but its states, its epoch, and the rules that it breaks. What its AS path brings with it (AS numbers, hops with their keys) is the larger
 * part of a verdict and the same for several routes: it is cut off and kept once ({@link org.pathproof.policyapi.store.VerdictParts}, {@link
 * org.pathproof.policyapi.store.SharedPath}). Instead of an index for each state and each finding, every node of a tree says which of them are below
 * it ({@link org.pathproof.policyapi.store.RouteFlags}).
 *
 * <p>A {@link org.pathproof.policyapi.store.SessionView} is one session as pathproof.sessions tells it. Whether a route may be shown is decided
 * there, when it is read: a peer that went down hides all of its routes at once, without touching one of them.
 */
@NullMarked
package org.pathproof.policyapi.store;

import org.jspecify.annotations.NullMarked;

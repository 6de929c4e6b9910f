/**
 * The verdict store: every current verdict of the network, in memory, in the order of its prefixes.
 *
 * <p>{@link org.pathproof.policyapi.store.RouteTable} owns everything here. One thread writes it (the follower of Kafka in {@code feed}),
 * any number read it without locks: routes are immutable, the ordered maps are concurrent, and an iteration sees each route at most once and
 * in order. A route keeps the record as it came from Kafka beside the few decoded fields that filters and counts need; the rest is decoded
 * when it is shown.
 *
 * <p>A {@link org.pathproof.policyapi.store.Peering} is one session as pathproof.sessions tells it. Whether a route may be shown is decided
 * there, when it is read: a peer that went down hides all of its routes at once, without touching one of them.
 */
@NullMarked
package org.pathproof.policyapi.store;

import org.jspecify.annotations.NullMarked;

/**
 * The event stream: what changes in the store, as it happens, in the shape of RIPE RIS Live, over server-sent events.
 *
 * <p>The {@link org.pathproof.policyapi.events.EventHub} is told of every change by the follower, keeps the last ones in a ring, and hands each to
 * the subscriptions that ask for it. It is written once, for all of them; a subscription that does not keep up is cut, and says so. The id of an
 * event is a position in Kafka: a client that comes back is served from the ring, or, when it was away for longer, from Kafka ({@link
 * org.pathproof.policyapi.events.Replay}), and misses nothing that still holds.
 */
@NullMarked
package org.pathproof.policyapi.events;

import org.jspecify.annotations.NullMarked;

/**
 * The event stream: what changes in the store, as it happens, in the shape of RIPE RIS Live, over server-sent events.
 *
 * <p>The follower puts every change into the ring of the {@link org.pathproof.policyapi.events.EventHub}, and does no more. Each client reads
 * the ring on a thread of its own, through its {@link org.pathproof.policyapi.events.Subscription}: it filters there, and the first client that an
 * event goes to writes its JSON for all. A client that does not keep up is cut, and told why. The id of an event is a position in Kafka: a
 * client that comes back is served from the ring, or, when it was away for longer, from Kafka ({@link
 * org.pathproof.policyapi.events.Replay}), and misses nothing that still holds.
 */
@NullMarked
package org.pathproof.policyapi.events;

import org.jspecify.annotations.NullMarked;

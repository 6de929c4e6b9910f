/**
 * The event stream: changes of the store as server-sent events, in the format of RIPE RIS Live.
 *
 * <p>The follower adds every change to the ring of the {@link org.pathproof.policyapi.events.EventHub}. Each client
 * reads and filters the ring on its own thread, through its {@link org.pathproof.policyapi.events.Subscription}. The
 * thread of the first client with a matching event creates the JSON for all clients. A client that lags too far behind
 * is disconnected with a reason.
 *
 * <p>The id of an event is a position in Kafka. A returning client continues from the ring, or from Kafka if its
 * position is older ({@link org.pathproof.policyapi.events.Replay}).
 */
@NullMarked
package org.pathproof.policyapi.events;

import org.jspecify.annotations.NullMarked;

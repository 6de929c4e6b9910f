// SPDX-License-Identifier: Apache-2.0
/**
 * One router's BMP messages made into route events: no sockets, no Kafka, no threads.
 *
 * <p>{@link org.pathproof.collector.router.RouterState} is the router, {@link org.pathproof.collector.router.PeerState} one of its BGP
 * peers and the one place where the life of a session is decided, {@link org.pathproof.collector.router.ViewState} one RIB view of a
 * peer: what the pipeline calls a session. What the two OPENs of a Peer Up say is {@link org.pathproof.collector.router.PeerFacts}. The
 * records of all sessions, of this router and others, stand in {@link org.pathproof.collector.router.Sessions}.
 *
 * <p>An object of these belongs to the thread that handles its router's messages; {@code Sessions} is shared and safe.
 */
@NullMarked
package org.pathproof.collector.router;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Converts the BMP messages of a router to route events. This package has no sockets, no Kafka clients and no threads.
 *
 * <p>{@link org.pathproof.collector.router.RouterState} is a router. {@link org.pathproof.collector.router.PeerState}
 * is one of its BGP peers, and opens and ends the peer's sessions. {@link org.pathproof.collector.router.ViewState} is
 * one RIB view of a peer, which the pipeline calls a session. {@link org.pathproof.collector.router.PeerFacts} holds
 * the content of the two OPENs of a Peer Up. {@link org.pathproof.collector.sessions.Sessions} holds the records of all
 * sessions, of this router and others. {@code mirroring} chooses between monitored and mirrored copies of a route, and
 * {@code rules} has the operator's rules.
 *
 * <p>The state of a router is confined to the thread that handles its messages. {@code Sessions} is shared, and safe
 * for use by several threads.
 */
@NullMarked
package org.pathproof.collector.router;

import org.jspecify.annotations.NullMarked;

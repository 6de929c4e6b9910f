// SPDX-License-Identifier: Apache-2.0
/**
 * BGP sessions over TCP.
 *
 * <p>A {@link BgpSpeaker} has many {@link Neighbor}s. Each neighbor is bound to one event loop. Its state machine
 * ({@link org.pathproof.bgp.session.BgpSession}) and its connections run on that thread only, so they need no locks.
 * The same thread polls the {@link org.pathproof.bgp.UpdateSource} of the neighbor. A neighbor that reads slowly fills
 * at most one write buffer, and does not delay other neighbors.
 *
 * <p>On Linux the sockets are Netty's epoll sockets, which can protect sessions with TCP-MD5 (RFC 2385) and GTSM (RFC
 * 5082).
 *
 * <p>A neighbor with a {@link org.pathproof.transport.tls.TlsPeer} has TLS 1.3 on every connection, on the port of BGP
 * (draft-wirtgen-bgp-tls). The state machine gets a connection after its handshake.
 */
@NullMarked
package org.pathproof.bgp.net;

import org.jspecify.annotations.NullMarked;

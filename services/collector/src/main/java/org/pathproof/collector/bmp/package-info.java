// SPDX-License-Identifier: Apache-2.0
/**
 * The BMP server (RFC 7854 section 3.2). Routers connect to it, or it connects to routers that only listen. The server
 * never sends.
 *
 * <p>{@link org.pathproof.collector.bmp.BmpListener} listens and dials. {@link org.pathproof.collector.bmp.BmpGate}
 * handles PROXY header, TLS 1.3 handshake (RFC 8446) and access rules of each connection. {@link
 * org.pathproof.collector.bmp.ConnectionRegistry} bounds the number of connections, and finds the connection of a
 * router.
 *
 * <p>{@link org.pathproof.collector.bmp.BmpFrameDecoder} splits the stream into messages. {@link
 * org.pathproof.collector.bmp.BmpConnection} hands them in order to the {@link
 * org.pathproof.collector.bmp.ConnectedRouter}, whose state {@link org.pathproof.collector.bmp.RouterSessions} creates.
 *
 * <p>The event loop of a channel handles messages itself, as long as no step has to wait. Steps that wait are claims of
 * routers, session records, and records that the producer cannot take at once. A virtual thread then handles the
 * messages in a {@link org.pathproof.collector.bmp.MessageQueue}, until the queue is empty. While the thread waits, the
 * queue fills, and the socket is not read.
 */
@NullMarked
package org.pathproof.collector.bmp;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * The BMP server (RFC 7854 section 3.2). Routers connect to it, or it connects to routers that only listen. The server
 * never sends.
 *
 * <p>{@link org.pathproof.collector.bmp.BmpListener} listens and dials. {@link org.pathproof.collector.bmp.BmpGate}
 * handles PROXY header, TLS 1.3 handshake (RFC 8446) and access rules of each connection. {@link
 * org.pathproof.collector.bmp.ConnectionRegistry} bounds the number of connections, and finds the connection of a
 * router. {@link org.pathproof.collector.bmp.BmpFrameDecoder} splits the stream into messages. In {@link
 * org.pathproof.collector.bmp.BmpConnection}, a virtual thread hands them in order to the state of the router, which
 * {@link org.pathproof.collector.bmp.RouterSessions} creates. While that thread waits for Kafka, its queue fills, and
 * the socket is not read.
 */
@NullMarked
package org.pathproof.collector.bmp;

import org.jspecify.annotations.NullMarked;

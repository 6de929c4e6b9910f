// SPDX-License-Identifier: Apache-2.0
/**
 * The BMP server (RFC 7854 section 3.2): routers connect, or are connected to where they only listen. Nothing is ever sent to them.
 *
 * <p>{@link org.pathproof.collector.bmp.BmpServer} accepts and dials, within limits; {@link org.pathproof.collector.bmp.BmpGate} takes each
 * connection through PROXY header, TLS 1.3 handshake (RFC 8446) and the operator's rules; {@link org.pathproof.collector.bmp.BmpFrameDecoder}
 * cuts the stream into messages; {@link org.pathproof.collector.bmp.BmpConnection} has one virtual thread take them in order to the router's
 * state. While that thread waits for Kafka, its queue fills, and the socket is not read.
 */
@NullMarked
package org.pathproof.collector.bmp;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Blocking streams over Netty channels, for sessions with a thread of their own.
 *
 * <p>{@link StreamDialer} opens a connection over TCP, TLS or QUIC. {@link ChannelStream} turns its channel into an
 * input stream and an output stream; both fail when the channel closes or the certificate of the peer ends.
 */
@NullMarked
package org.pathproof.transport.stream;

import org.jspecify.annotations.NullMarked;

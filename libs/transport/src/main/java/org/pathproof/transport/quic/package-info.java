// SPDX-License-Identifier: Apache-2.0
/**
 * Byte streams over QUIC (RFC 9000); each stream belongs to one router.
 *
 * <p>{@link QuicListener} accepts connections, and {@link QuicDialer} opens them, within the {@link QuicLimits}. {@link
 * RetryTokens} confirm the address of a client before the listener keeps state for it. {@link QuicProtocol} names the
 * application protocols of ALPN. Certificates come from {@code org.pathproof.transport.tls}.
 */
@NullMarked
package org.pathproof.transport.quic;

import org.jspecify.annotations.NullMarked;

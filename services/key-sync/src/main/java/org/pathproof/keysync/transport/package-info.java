// SPDX-License-Identifier: Apache-2.0
/**
 * Transports between key-sync and RTR caches, which the RTR client of {@code libs/rpki} opens as {@code RtrTransport}.
 *
 * <p>{@code StreamTransport} is TCP or TLS with TCP-MD5, TCP-AO or GTSM, and QUIC. {@code SshTransport} is the SSH
 * subsystem {@code rpki-rtr} with a pinned host key; {@code TimedPipe} gives its input a read timeout. {@code
 * CheckedTransport} wraps TLS and closes a connection whose certificate expires or is revoked. Each connection owns its
 * sockets and threads, and closing it ends them.
 */
@NullMarked
package org.pathproof.keysync.transport;

import org.jspecify.annotations.NullMarked;

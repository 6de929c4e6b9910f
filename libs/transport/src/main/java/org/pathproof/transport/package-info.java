// SPDX-License-Identifier: Apache-2.0
/**
 * Transports between routers and Pathproof.
 *
 * <p>{@link TcpProtection} describes the protection of TCP segments: TCP-MD5 (RFC 2385), TCP-AO (RFC 5925) and GTSM
 * (RFC 5082). {@link TcpSockets} creates sockets and sets these options; {@link SocketStructures} has the structures of
 * the Linux kernel for them. {@link TcpAoKeys} owns the TCP-AO keys of all sockets of a setting, and changes them in
 * established connections when the file of the keys changes. {@link TlsFiles} reads certificates and keys for TLS 1.3
 * and QUIC, and reads them again when they change. {@link PeerTrust} validates certificates of others with {@link
 * RevocationLists}, and {@link CertificateWatch} closes a connection whose certificate ends. {@link QuicListener} and
 * {@link QuicDialer} carry byte streams over QUIC (RFC 9000); each stream belongs to one router. {@link ChannelStream}
 * turns a channel into blocking streams, and {@link StreamDialer} opens them. {@link Relay} joins two transports for
 * routers that have only one of them.
 *
 * <p>This package knows bytes and connections. BMP and RTR are above it.
 */
@NullMarked
package org.pathproof.transport;

import org.jspecify.annotations.NullMarked;

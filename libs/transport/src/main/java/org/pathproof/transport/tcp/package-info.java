// SPDX-License-Identifier: Apache-2.0
/**
 * TCP sockets with protected segments: TCP-MD5 (RFC 2385), TCP-AO (RFC 5925) and GTSM (RFC 5082).
 *
 * <p>{@link TcpProtection} describes the protection of a setting, and {@link Keepalive} its keepalive. {@link
 * TcpSockets} creates Netty channels and sets the options. {@link TcpAoKeys} owns the TCP-AO keys of all sockets of a
 * setting; when the file of the keys changes, it changes the keys of established connections too. {@link
 * SocketStructures} has the structures that the Linux kernel expects for these options.
 */
@NullMarked
package org.pathproof.transport.tcp;

import org.jspecify.annotations.NullMarked;

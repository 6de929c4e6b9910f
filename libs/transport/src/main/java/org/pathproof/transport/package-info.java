// SPDX-License-Identifier: Apache-2.0
/**
 * Transports between routers and Pathproof: bytes and connections, without BMP, RTR or BGP, which stand above.
 *
 * <p>The packages below have one job each: {@code tcp} sockets with TCP-MD5, TCP-AO and GTSM; {@code tls} certificates
 * and keys from files; {@code quic} streams over QUIC; {@code ssh} the key exchange of SSH; {@code stream} blocking
 * streams over any of them; {@code relay} a connection of one transport to another. This package has what they share:
 * {@link Endpoint} names a peer, and {@link FileWatch} reports changes of the files of a setting.
 */
@NullMarked
package org.pathproof.transport;

import org.jspecify.annotations.NullMarked;

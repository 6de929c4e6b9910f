// SPDX-License-Identifier: Apache-2.0
/**
 * Certificates, private keys and trust for TLS 1.3 and QUIC, from PEM files.
 *
 * <p>{@link TlsFiles} reads the files of a setting and reads them again when they change; connections in use keep their
 * certificates. {@link PeerTrust} validates the certificates of peers with {@link RevocationLists}. {@link TlsPeer} is
 * a peer with a known name in its certificate. {@link CertificateWatch} closes an established connection with {@link
 * CertificateEnded} when the certificate of the peer expires or is revoked.
 */
@NullMarked
package org.pathproof.transport.tls;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Router certificates (RFC 8209): the router keys of certificates that an operator supplies as files, for ASes outside
 * the global RPKI.
 *
 * <p>{@link CertificateFile} decodes the content of a file, PEM or DER, to certificates and CRLs. {@link
 * ResourceCertificate} checks the profile of one certificate, and {@link NumberResources} holds its resources (RFC
 * 3779). {@link RouterCertificateValidator} builds the chain from each router certificate to a trust anchor. The
 * validator returns the accepted router keys, the reasons of all refusals, and the time of the next change. The
 * validator reads neither files nor clocks.
 *
 * <p>Bouncy Castle decodes ASN.1 and verifies signatures. {@link DerForm} bounds the nesting of input before Bouncy
 * Castle reads it. Decoders accept any bytes. A {@link java.security.cert.CertificateException} carries the reason of a
 * refusal, for an operator.
 */
@NullMarked
package org.pathproof.rpki.certificates;

import org.jspecify.annotations.NullMarked;

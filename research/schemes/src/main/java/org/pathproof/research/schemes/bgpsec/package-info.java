// SPDX-License-Identifier: Apache-2.0
/**
 * BGPsec (RFC 8205), as Pathproof validates it, behind the interface of the schemes.
 *
 * <p><b>Proposal.</b> Each AS signs the path so far, the prefix, and the AS to which it sends the route. The path
 * attribute BGPsec_PATH replaces AS_PATH. The RPKI publishes the router keys (RFC 8209). BGPsec descends from S-BGP:
 * it keeps the route attestations, leaves the address attestations to route origin validation (RFC 6811), and has no
 * end of validity in the attribute.
 *
 * <p><b>Construction.</b> {@link org.pathproof.research.schemes.bgpsec.BgpsecScheme} is an adapter. {@code libs/bgpsec}
 * lays out the signed bytes and validates paths, {@code libs/p256} verifies P-256 signatures in batches, and the JDK
 * signs. The wire form is the attribute of RFC 8205 section 3 with one Signature_Block. The content of a hop is pCount,
 * Flags and the Subject Key Identifier.
 *
 * <p><b>Parameters.</b> {@code p-256} is algorithm suite 1 (RFC 8608): SHA-256, 70 to 72 bytes a signature in DER.
 * {@code p-384} is the experimental suite of Pathproof with SHA-384.
 *
 * <p><b>Claims.</b> BGPsec stops changed paths, other prefixes and other receivers. Origin validation stops wrong
 * origins, and is not part of this scheme. A route does not expire and can be replayed until the key of a hop is
 * withdrawn.
 */
@NullMarked
package org.pathproof.research.schemes.bgpsec;

import org.jspecify.annotations.NullMarked;

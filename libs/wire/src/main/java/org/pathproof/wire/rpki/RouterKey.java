// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import org.pathproof.wire.Bytes;

/**
 * A BGPsec router key (RFC 8209, RFC 8210 section 5.10).
 *
 * @param asn the AS that may sign with it, 0..2^32-1
 * @param ski its Subject Key Identifier, 20 octets: the SHA-1 of the public key's bit string
 * @param spki its SubjectPublicKeyInfo, DER
 */
public record RouterKey(long asn, Bytes ski, Bytes spki) implements RpkiObject {}

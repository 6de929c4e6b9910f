// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * One question to a {@link SignatureVerifier}: does this signature over this digest verify under this key? The answer is a pure
 * function of the key, the digest and the signature; the other fields say where the question comes from.
 *
 * @param block index of the Signature_Block in the attribute, from 0
 * @param suite its algorithm suite
 * @param hop the hop, 1 is the origin
 * @param digest of the octets that the hop signed: SHA-256 in suite 1, 32 octets
 * @param signature as in the attribute
 */
public record SignatureCheck(int block, int suite, int hop, RouterKey key, Bytes digest, Bytes signature) {}

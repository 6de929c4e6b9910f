// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * A signature for a {@link SignatureVerifier} to verify. The result depends only on the suite, the key, the digest and
 * the signature. The other fields locate the signature in the path.
 *
 * @param block index of the Signature_Block in the attribute, from 0
 * @param suite algorithm suite of the block
 * @param hop the hop, 1 for the origin
 * @param digest the digest of the bytes that the hop signed; in suite 1, SHA-256 with 32 bytes
 * @param signature the signature as in the attribute
 */
public record SignatureCheck(int block, int suite, int hop, RouterKey key, Bytes digest, Bytes signature) {}

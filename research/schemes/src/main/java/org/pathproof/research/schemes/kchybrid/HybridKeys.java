// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kchybrid;

import java.util.Optional;
import org.pathproof.research.schemes.rsa.RsaPermutation;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * The content of a hop: the neighbor vector with its length (2 bytes), and both attestation public keys. The next
 * speaker chooses the key with which it signs.
 */
record HybridKeys(Bytes vector, Bytes treeKey, RsaPermutation rsaKey) {
    Bytes encode() {
        return new ByteWriter()
                .u16(vector.length())
                .bytes(vector)
                .bytes(treeKey)
                .bytes(rsaKey.encoded())
                .toBytes();
    }

    /** Decodes the content of a hop. Returns empty if it has another length, or if the modulus cannot be used. */
    static Optional<HybridKeys> decode(Bytes content, int treeKeyBytes, int rsaBits) {
        ByteReader in = new ByteReader(content);
        if (!in.has(Short.BYTES)) {
            return Optional.empty();
        }
        int length = in.u16();
        if (in.remaining() != length + treeKeyBytes + rsaBits / Byte.SIZE) {
            return Optional.empty();
        }
        Bytes vector = in.take(length);
        Bytes treeKey = in.take(treeKeyBytes);
        return RsaPermutation.of(in.rest(), rsaBits).map(rsaKey -> new HybridKeys(vector, treeKey, rsaKey));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcmt;

import java.util.Optional;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * The content of a hop: the neighbor vector with its length (2 bytes), and the attestation public key with which the
 * next hop is verified.
 */
record AttestationContent(Bytes vector, Bytes publicKey) {
    Bytes encode() {
        return new ByteWriter()
                .u16(vector.length())
                .bytes(vector)
                .bytes(publicKey)
                .toBytes();
    }

    /** Decodes the content of a hop. Returns empty if it has another length. */
    static Optional<AttestationContent> decode(Bytes content, int keyBytes) {
        ByteReader in = new ByteReader(content);
        if (!in.has(Short.BYTES)) {
            return Optional.empty();
        }
        int length = in.u16();
        return in.remaining() == length + keyBytes
                ? Optional.of(new AttestationContent(in.take(length), in.rest()))
                : Optional.empty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.spv;

import java.util.Optional;
import org.pathproof.research.schemes.hors.HorsSignature;
import org.pathproof.research.schemes.hors.MerkleTree;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * The signature of a hop: a HORS signature, and the nodes from the single-ASN public key of its position to the epoch
 * public key.
 */
@SuppressWarnings("ArrayRecordComponent") // read at once by the verifier, never compared
record PositionSignature(HorsSignature hors, byte[] positionNodes) {
    /** Returns the epoch public key under which the signature is valid. Returns empty if no key is possible. */
    Optional<byte[]> epochKey(byte[] message, int position, int level, SpvParameters parameters, TreeHash hash) {
        return hors.publicKey(message, level, parameters.shape(), hash)
                .flatMap(
                        key -> MerkleTree.root(parameters.positions(), new int[] {position}, key, positionNodes, hash));
    }

    PositionSignature degraded(TreeHash hash) {
        return new PositionSignature(hors.degraded(hash), positionNodes);
    }

    Bytes encode(TreeHash hash) {
        ByteWriter out = new ByteWriter();
        hors.write(out, hash);
        return out.bytes(positionNodes).toBytes();
    }

    /** Decodes a signature. Returns empty if the bytes end early. */
    static Optional<PositionSignature> decode(Bytes signature, TreeHash hash) {
        ByteReader in = new ByteReader(signature);
        return HorsSignature.read(in, hash)
                .map(hors -> new PositionSignature(hors, in.rest().toArray()));
    }
}

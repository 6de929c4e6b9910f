// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.spv;

import java.util.Optional;
import org.pathproof.research.schemes.hors.HorsKey;
import org.pathproof.research.schemes.hors.MerkleTree;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * The keys of one epoch as a speaker holds them: the single-ASN private key of its position, from which those of later
 * positions follow, and the single-ASN public keys of all positions. This is the private part of a route: the seed,
 * and the public keys one after another.
 */
@SuppressWarnings("ArrayRecordComponent") // used at once by the signer, never compared
record EpochKeys(byte[] seed, byte[] publicKeys) {
    private static final int NEXT_POSITION = 1;

    /** Computes the keys of an epoch at the origin. */
    static EpochKeys atOrigin(byte[] seed, SpvParameters parameters, TreeHash hash) {
        byte[] publicKeys = new byte[parameters.positions() * hash.nodeBytes()];
        byte[] position = seed;
        for (int i = 0; i < parameters.positions(); i++) {
            byte[] key = HorsKey.of(position, parameters.shape(), hash).publicKey();
            System.arraycopy(key, 0, publicKeys, i * hash.nodeBytes(), hash.nodeBytes());
            position = hash.derive(position, NEXT_POSITION);
        }
        return new EpochKeys(seed, publicKeys);
    }

    /** Returns the keys for the next position: a one-way function of the seed hides this position. */
    EpochKeys next(TreeHash hash) {
        return new EpochKeys(hash.derive(seed, NEXT_POSITION), publicKeys);
    }

    /** Returns the epoch public key. */
    byte[] epochKey(TreeHash hash) {
        return MerkleTree.over(publicKeys, hash).root();
    }

    /** Returns the nodes from the single-ASN public key of a position to the epoch public key. */
    byte[] positionNodes(int position, TreeHash hash) {
        return MerkleTree.over(publicKeys, hash).authentication(new int[] {position});
    }

    Bytes encode() {
        return new ByteWriter().bytes(seed).bytes(publicKeys).toBytes();
    }

    /** Decodes the private part of a route. Returns empty if it has another length. */
    static Optional<EpochKeys> decode(Bytes secret, SpvParameters parameters, TreeHash hash) {
        int publicBytes = parameters.positions() * hash.nodeBytes();
        if (secret.length() != hash.secretBytes() + publicBytes) {
            return Optional.empty();
        }
        ByteReader in = new ByteReader(secret);
        return Optional.of(new EpochKeys(
                in.take(hash.secretBytes()).toArray(), in.take(publicBytes).toArray()));
    }
}

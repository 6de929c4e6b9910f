// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.spv;

import org.pathproof.research.schemes.hors.MerkleTree;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.research.schemes.keys.RegularKey;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** The keys of an origin for all epochs of one multi-epoch public key. Not thread-safe. */
final class PrefixEpochs {
    private final SpvParameters parameters;
    private final TreeHash hash;
    private final byte[] seed;
    private final long firstEnd;
    private final MerkleTree tree;
    private final Bytes certificate;
    private int epoch;
    private EpochKeys current;

    /**
     * Computes the public keys of all epochs, and signs their root.
     *
     * @param firstEnd end of the first epoch in seconds of the Unix epoch
     */
    PrefixEpochs(long origin, Prefix prefix, long firstEnd, byte[] seed, SpvParameters parameters, RegularKey regular) {
        this.parameters = parameters;
        this.hash = parameters.hash().create();
        this.seed = seed;
        this.firstEnd = firstEnd;
        this.current = keysOf(0);
        ByteWriter epochKeys = new ByteWriter().bytes(current.epochKey(hash));
        for (int i = 1; i < parameters.epochs(); i++) {
            epochKeys.bytes(keysOf(i).epochKey(hash));
        }
        tree = MerkleTree.over(epochKeys.toArray(), hash);
        certificate = regular.sign(MultiEpochKey.certified(origin, prefix, firstEnd, tree.root(), parameters));
    }

    private EpochKeys keysOf(int number) {
        return EpochKeys.atOrigin(hash.derive(seed, number), parameters, hash);
    }

    /** Returns true if {@link #select} finds an epoch for this time. */
    boolean covers(long expires) {
        return expires >= firstEnd && expires < firstEnd + (long) parameters.epochs() * parameters.epochSeconds();
    }

    /** Selects the last epoch that ends at or before this time. */
    void select(long expires) {
        int wanted = (int) ((expires - firstEnd) / parameters.epochSeconds());
        if (wanted != epoch) {
            epoch = wanted;
            current = keysOf(wanted);
        }
    }

    /** Returns the keys of the selected epoch, for the origin's position in a path. */
    EpochKeys keys() {
        return current;
    }

    /** Returns the public key, with the proof that the selected epoch belongs to it. */
    MultiEpochKey publicKey() {
        return new MultiEpochKey(tree.root(), firstEnd, epoch, tree.authentication(new int[] {epoch}), certificate);
    }
}

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
    private final SpvParameters choice;
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
    PrefixEpochs(long origin, Prefix prefix, long firstEnd, byte[] seed, SpvParameters choice, RegularKey regular) {
        this.choice = choice;
        this.hash = choice.hash().create();
        this.seed = seed;
        this.firstEnd = firstEnd;
        this.current = keysOf(0);
        ByteWriter epochKeys = new ByteWriter().bytes(current.epochKey(hash));
        for (int i = 1; i < choice.epochs(); i++) {
            epochKeys.bytes(keysOf(i).epochKey(hash));
        }
        tree = MerkleTree.over(epochKeys.toArray(), hash);
        certificate = regular.sign(MultiEpochKey.certified(origin, prefix, firstEnd, tree.root(), choice));
    }

    private EpochKeys keysOf(int number) {
        return EpochKeys.atOrigin(hash.derive(seed, number), choice, hash);
    }

    /** Returns true if an epoch ends at this time or less than an epoch before it. */
    boolean cover(long expires) {
        return expires >= firstEnd && expires < firstEnd + (long) choice.epochs() * choice.epochSeconds();
    }

    /** Selects the last epoch that ends at or before this time. */
    void select(long expires) {
        int wanted = (int) ((expires - firstEnd) / choice.epochSeconds());
        if (wanted != epoch) {
            epoch = wanted;
            current = keysOf(wanted);
        }
    }

    /** Returns the keys of the selected epoch at the first position. */
    EpochKeys keys() {
        return current;
    }

    /** Returns the public key with the place of the selected epoch. */
    MultiEpochKey publicKey() {
        return new MultiEpochKey(tree.root(), firstEnd, epoch, tree.authentication(new int[] {epoch}), certificate);
    }
}

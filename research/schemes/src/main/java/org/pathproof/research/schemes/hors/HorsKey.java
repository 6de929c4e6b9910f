// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

/**
 * A HORS private key with the hash tree over its values. The root of the tree is the public key. The tree is kept, so
 * that further signatures hash the message only. Immutable.
 */
public final class HorsKey {
    private final HorsShape shape;
    private final byte[] values;
    private final int valueBytes;
    private final MerkleTree tree;

    private HorsKey(HorsShape shape, byte[] values, TreeHash hash) {
        this.shape = shape;
        this.values = values;
        this.valueBytes = hash.secretBytes();
        byte[] committed = values;
        for (int i = 0; i < shape.degradations(); i++) {
            committed = hash.degrade(committed);
        }
        this.tree = MerkleTree.over(hash.leaves(committed), hash);
    }

    /** Derives the values from a seed, and builds the tree. */
    public static HorsKey of(byte[] seed, HorsShape shape, TreeHash hash) {
        return new HorsKey(shape, hash.secrets(seed, shape.leaves()), hash);
    }

    public byte[] publicKey() {
        return tree.root();
    }

    /** Signs a message. The values are not degraded. */
    public HorsSignature sign(byte[] message, TreeHash hash) {
        int[] selected = shape.select(hash.digest(message));
        byte[] disclosed = new byte[selected.length * valueBytes];
        for (int i = 0; i < selected.length; i++) {
            System.arraycopy(values, selected[i] * valueBytes, disclosed, i * valueBytes, valueBytes);
        }
        return new HorsSignature(disclosed, tree.authentication(selected));
    }
}

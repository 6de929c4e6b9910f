// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

import java.util.Arrays;
import java.util.Optional;

/** A binary hash tree with all its nodes. Immutable. */
public final class MerkleTree {
    private final int nodeBytes;
    private final byte[][] levels;

    private MerkleTree(int nodeBytes, byte[][] levels) {
        this.nodeBytes = nodeBytes;
        this.levels = levels;
    }

    /**
     * Builds the tree over leaf nodes.
     *
     * @param leaves the leaf nodes, a power of 2 in number
     */
    public static MerkleTree over(byte[] leaves, TreeHash hash) {
        int count = leaves.length / hash.nodeBytes();
        if (Integer.bitCount(count) != 1 || leaves.length % hash.nodeBytes() != 0) {
            throw new IllegalArgumentException("tree of " + leaves.length
                    + " bytes of leaves: must have a power of 2 of " + hash.nodeBytes() + " bytes");
        }
        byte[][] levels = new byte[height(count) + 1][];
        levels[0] = leaves.clone();
        for (int i = 1; i < levels.length; i++) {
            levels[i] = hash.parents(levels[i - 1]);
        }
        return new MerkleTree(hash.nodeBytes(), levels);
    }

    public byte[] root() {
        return levels[levels.length - 1].clone();
    }

    /**
     * Returns the nodes that a verifier of some leaves lacks for the root: level by level from the leaves, each level
     * from left to right.
     *
     * @param leaves numbers of the leaves, ascending and distinct
     */
    public byte[] authentication(int[] leaves) {
        byte[] out = new byte[leaves.length * (levels.length - 1) * nodeBytes];
        int length = 0;
        int[] known = leaves;
        for (int level = 0; level < levels.length - 1; level++) {
            for (int i = 0; i < known.length; i++) {
                if (lacksSibling(known, i)) {
                    System.arraycopy(levels[level], (known[i] ^ 1) * nodeBytes, out, length, nodeBytes);
                    length += nodeBytes;
                }
            }
            known = parents(known);
        }
        return Arrays.copyOf(out, length);
    }

    /**
     * Computes the root from some leaves.
     *
     * @param count number of leaves of the tree
     * @param leaves numbers of the leaves, ascending and distinct
     * @param nodes the nodes of these leaves
     * @param authentication nodes in the order of {@link #authentication}
     * @return the root; empty if there are too few or too many nodes
     */
    public static Optional<byte[]> root(int count, int[] leaves, byte[] nodes, byte[] authentication, TreeHash hash) {
        int nodeBytes = hash.nodeBytes();
        if (leaves.length == 0 || nodes.length != leaves.length * nodeBytes) {
            return Optional.empty();
        }
        int[] known = leaves;
        byte[] level = nodes;
        int taken = 0;
        for (int height = height(count); height > 0; height--) {
            int[] above = parents(known);
            byte[] pairs = new byte[above.length * 2 * nodeBytes];
            int pair = -1;
            for (int i = 0; i < known.length; i++) {
                boolean right = (known[i] & 1) == 1;
                boolean second = right && !lacksSibling(known, i);
                pair = second ? pair : pair + 1;
                int at = pair * 2 * nodeBytes;
                System.arraycopy(level, i * nodeBytes, pairs, right ? at + nodeBytes : at, nodeBytes);
                if (lacksSibling(known, i)) {
                    if (taken + nodeBytes > authentication.length) {
                        return Optional.empty();
                    }
                    System.arraycopy(authentication, taken, pairs, right ? at : at + nodeBytes, nodeBytes);
                    taken += nodeBytes;
                }
            }
            level = hash.parents(pairs);
            known = above;
        }
        return taken == authentication.length ? Optional.of(level) : Optional.empty();
    }

    /** Returns the number of levels above the leaves. */
    static int height(int leaves) {
        return Integer.numberOfTrailingZeros(leaves);
    }

    private static boolean lacksSibling(int[] known, int i) {
        int sibling = known[i] ^ 1;
        return !(i > 0 && known[i - 1] == sibling) && !(i + 1 < known.length && known[i + 1] == sibling);
    }

    private static int[] parents(int[] known) {
        int[] out = new int[known.length];
        int length = 0;
        for (int node : known) {
            if (length == 0 || out[length - 1] != node >> 1) {
                out[length++] = node >> 1;
            }
        }
        return Arrays.copyOf(out, length);
    }
}

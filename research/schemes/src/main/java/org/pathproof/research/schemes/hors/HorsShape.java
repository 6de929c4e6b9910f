// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

import java.util.stream.IntStream;

/**
 * The shape of a HORS signature: of {@code leaves} secret values, the digest of a message selects {@code selected}.
 *
 * @param leaves number of secret values, a power of 2 up to 65,536
 * @param selected number of values that a message selects; one value can be selected more than once
 * @param degradations number of times that a disclosed value can be hashed before it is a leaf node
 */
public record HorsShape(int leaves, int selected, int degradations) {
    private static final int MAX_LEAVES = 65_536;
    private static final int MAX_SELECTED = 64;

    public HorsShape {
        if (Integer.bitCount(leaves) != 1 || leaves < 2 || leaves > MAX_LEAVES) {
            throw new IllegalArgumentException(
                    "HORS of " + leaves + " values: must be a power of 2 up to " + MAX_LEAVES);
        }
        if (selected < 1 || selected > MAX_SELECTED || degradations < 0) {
            throw new IllegalArgumentException("HORS selects " + selected + " values with " + degradations
                    + " degradations: must select 1 to " + MAX_SELECTED);
        }
    }

    /** Returns the shape without degradations. */
    public static HorsShape of(int leaves, int selected) {
        return new HorsShape(leaves, selected, 0);
    }

    /** Returns the number of bits of a digest that the selection uses. */
    public int digestBits() {
        return selected * MerkleTree.height(leaves);
    }

    /**
     * Returns the values that a digest selects, ascending and distinct: the first bits of the digest, cut into numbers.
     *
     * @throws IllegalArgumentException if the digest is too short
     */
    public int[] select(byte[] digest) {
        if (digestBits() > digest.length * Byte.SIZE) {
            throw new IllegalArgumentException(
                    "digest of " + digest.length + " bytes: the selection needs " + digestBits() + " bits");
        }
        int width = MerkleTree.height(leaves);
        return IntStream.range(0, selected)
                .map(i -> bits(digest, i * width, width))
                .sorted()
                .distinct()
                .toArray();
    }

    private static int bits(byte[] bytes, int from, int width) {
        int value = 0;
        for (int bit = from; bit < from + width; bit++) {
            value = value << 1 | bytes[bit / Byte.SIZE] >> (Byte.SIZE - 1 - bit % Byte.SIZE) & 1;
        }
        return value;
    }
}

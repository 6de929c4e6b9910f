// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

/**
 * Inverts many numbers with one inversion and three multiplications a number (Montgomery's trick). Numbers are appended,
 * inverted together, and removed in reverse order. A number of zero makes the common product zero, so callers test
 * {@link #hasZero} before they invert. Allocates nothing after construction.
 */
final class SharedInversion {
    private static final int LIMBS = Field.LIMBS;
    // Products form two interleaved chains, so that their multiplications overlap. Indices in w:
    private static final int OTHER_CHAIN = LIMBS;
    private static final int BOTH = 2 * LIMBS;
    private static final int INVERSE = 3 * LIMBS;

    private final long[] products; // of the earlier numbers of a chain
    private final long[] w = new long[4 * LIMBS];
    private final long[] scratch = new long[Field.INVERSION_SCRATCH * LIMBS];
    private int size; // in longs
    private int chain; // of the next number: 0 or OTHER_CHAIN

    /** @param capacity maximum count of numbers */
    SharedInversion(int capacity) {
        products = new long[capacity * LIMBS];
        clear();
    }

    /** Removes all numbers. */
    void clear() {
        Field.setOne(w, 0);
        Field.setOne(w, OTHER_CHAIN);
        size = 0;
        chain = 0;
    }

    /** Appends a number. In: limbs within +-2^55, at most 3. */
    void append(long[] number, int at) {
        Field.copy(w, chain, products, size);
        Field.multiply(w, chain, number, at, w, chain); // at most 1.3
        chain = OTHER_CHAIN - chain;
        size += LIMBS;
    }

    /** Returns true if a number is 0 mod p. */
    boolean hasZero() {
        Field.multiply(w, 0, w, OTHER_CHAIN, w, BOTH); // at most 1.2
        return Field.isZero(w, BOTH, scratch);
    }

    /** Inverts all numbers, none of which may be zero. */
    void invert() {
        Field.multiply(w, 0, w, OTHER_CHAIN, w, BOTH);
        Field.invert(w, BOTH, w, INVERSE, scratch);
        Field.multiply(w, INVERSE, w, OTHER_CHAIN, w, BOTH);
        Field.multiply(w, INVERSE, w, 0, w, OTHER_CHAIN);
        Field.copy(w, BOTH, w, 0);
    }

    /**
     * Removes the number that was appended last, after {@link #invert}.
     *
     * @param number the same number; it may be in another place
     * @param reciprocal receives 1 / number. Tidy, at most 1.2
     */
    void removeLast(long[] number, int at, long[] reciprocal, int to) {
        size -= LIMBS;
        chain = OTHER_CHAIN - chain;
        Field.multiply(w, chain, products, size, reciprocal, to);
        Field.multiply(w, chain, number, at, w, chain); // at most 1.3
    }
}

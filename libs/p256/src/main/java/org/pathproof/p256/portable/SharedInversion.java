// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

/**
 * Inverts many numbers with one inversion, and three multiplications for each number (Montgomery's trick). Numbers are
 * appended, inverted together, and removed in reverse order. A number of zero makes the common product zero, so callers
 * test {@link #hasZero} before they invert. For one thread at a time. Allocates nothing after construction.
 *
 * <p>{@link Field} defines <i>tidy</i> and the bounds: "at most k" means |value| &lt;= k p.
 */
final class SharedInversion {
    private static final int LIMBS = Field.LIMBS;
    /** Number of chains of products. Numbers alternate between them, so that their multiplications overlap. */
    private static final int CHAINS = 2;

    // Indices in w; the inverses of the two chains come first.
    private static final int PRODUCT = CHAINS * LIMBS;
    private static final int INVERSE = PRODUCT + LIMBS;

    /** Element i is the product of the numbers i - 2, i - 4 and so on. The first two elements are 1. */
    private final long[] products;

    private final long[] w = new long[INVERSE + LIMBS];
    private final long[] scratch = new long[LIMBS];
    private final ModularInverse inverse = Field.newInverse();
    private int end; // count of numbers, times LIMBS
    private int chain; // index in w of the chain of the next number

    /** @param capacity maximum count of numbers */
    SharedInversion(int capacity) {
        products = new long[(CHAINS + capacity) * LIMBS];
        Field.setOne(products, 0);
        Field.setOne(products, LIMBS);
    }

    /** Removes all numbers. */
    void clear() {
        end = 0;
        chain = 0;
    }

    /** Appends a number. In: limbs within +-2^55, at most 3. */
    void append(long[] number, int at) {
        Field.multiply(products, end, number, at, products, end + CHAINS * LIMBS); // at most 1.3
        end += LIMBS;
        chain = LIMBS - chain;
    }

    /** Returns true if a number is 0 mod p. */
    boolean hasZero() {
        Field.multiply(products, end, products, end + LIMBS, w, PRODUCT); // at most 1.2
        return Field.isZero(w, PRODUCT, scratch);
    }

    /** Inverts all numbers, none of which may be zero. */
    void invert() {
        Field.multiply(products, end, products, end + LIMBS, w, PRODUCT); // at most 1.2
        Field.invert(w, PRODUCT, w, INVERSE, inverse, scratch);
        Field.multiply(w, INVERSE, products, end + LIMBS, w, chain); // at most 1.2
        Field.multiply(w, INVERSE, products, end, w, LIMBS - chain); // at most 1.2
    }

    /**
     * Removes the number that was appended last, after {@link #invert}.
     *
     * @param number the same number; it may be in another place
     * @param reciprocal receives 1 / number. Tidy, at most 1.2
     */
    void removeLast(long[] number, int at, long[] reciprocal, int to) {
        end -= LIMBS;
        chain = LIMBS - chain;
        Field.multiply(w, chain, products, end, reciprocal, to);
        Field.multiply(w, chain, number, at, w, chain); // at most 1.3
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

/**
 * Splits a scalar into signed odd digits. An odd number k below 2^256 is the sum of d[i] 2^(w i) over m = ceil(256 / w)
 * digits. Each digit is odd and between -(2^w - 1) and 2^w - 1. Let b[i] be the bits w i + 1 to w i + w of k. Then d[i]
 * is 2 b[i] + 1 - 2^w, but the last digit is 2 b[m - 1] + 1. No digit is zero, so every scalar needs the same number of
 * table entries, and tables hold only odd multiples. Digit +-(2 j + 1) selects entry j. An even k is replaced by n - k,
 * with opposite signs.
 */
final class Digits {
    /** Maximum width of a window of a key's table, in bits. */
    static final int MAX_WINDOW_BITS = 8;

    private static final int WORD = 64;

    private final int window;
    private final int[] entries;
    private final long[] signs;
    private final long[] odd = new long[Limbs.COUNT];
    private final long[] words = new long[5]; // the last one stays 0

    Digits(int window) {
        this.window = window;
        int count = count(window);
        entries = new int[count];
        signs = new long[count];
    }

    /** Returns the number of digits of a scalar. */
    static int count(int window) {
        return (256 + window - 1) / window;
    }

    int window() {
        return window;
    }

    int count() {
        return entries.length;
    }

    /** Returns the table entry that digit i selects in its window. */
    int entry(int i) {
        return entries[i];
    }

    /** Returns 0 if digit i is positive, and -1 if it is negative. */
    long sign(int i) {
        return signs[i];
    }

    /**
     * Computes the digits of a number in [0, n). The number 0 counts as n, which gives the same multiple of every
     * point.
     */
    void of(long[] k, int ko) {
        long flipped = (k[ko] & 1) - 1; // -1 for an even number
        if (flipped == 0) {
            System.arraycopy(k, ko, odd, 0, Limbs.COUNT);
        } else {
            Order.negate(k, ko, odd, 0);
        }
        words[0] = odd[0] | odd[1] << 52;
        words[1] = odd[1] >>> 12 | odd[2] << 40;
        words[2] = odd[2] >>> 24 | odd[3] << 28;
        words[3] = odd[3] >>> 36 | odd[4] << 16;
        int half = 1 << (window - 1);
        int last = entries.length - 1;
        for (int i = 0; i < last; i++) {
            int above = bits(window * i + 1) - half;
            int negative = above >> 31;
            entries[i] = above ^ negative; // half - 1 - bits for a negative digit
            signs[i] = negative ^ flipped;
        }
        entries[last] = bits(window * last + 1);
        signs[last] = flipped;
    }

    /** Returns {@code window} bits from bit {@code from}. Bits above 255 are zero. */
    private int bits(int from) {
        int word = from / WORD;
        int shift = from % WORD;
        long bits = words[word] >>> shift;
        if (shift != 0) {
            bits |= words[word + 1] << (WORD - shift);
        }
        return (int) bits & ((1 << window) - 1);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

/**
 * Cuts a scalar into signed odd digits. An odd number k below 2^256 is the sum of d[i] 2^(w i) over m = ceil(256 / w) digits, each odd
 * and between -(2^w - 1) and 2^w - 1: with b[i] = bits w i + 1 to w i + w of k, d[i] = 2 b[i] + 1 - 2^w, except for the last digit,
 * which is 2 b + 1. No digit is zero, so that every scalar has as many table entries to add, and only odd multiples need to be stored:
 * digit +-(2 j + 1) names entry j. An even k is replaced by n - k, and all signs are turned.
 */
final class Digits {
    /** The widest window of a key's table. */
    static final int MOST_WINDOW = 8;

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

    /** How many digits a scalar has. */
    static int count(int window) {
        return (256 + window - 1) / window;
    }

    int window() {
        return window;
    }

    int count() {
        return entries.length;
    }

    /** Which entry of its window digit i names. */
    int entry(int i) {
        return entries[i];
    }

    /** 0 if digit i is positive, -1 if it is negative. */
    long sign(int i) {
        return signs[i];
    }

    /** Takes the digits of a number in [0, n); 0 counts as n, which is the same multiple of every point. */
    void of(long[] k, int ko) {
        long turned = (k[ko] & 1) - 1; // -1 for an even number
        if (turned == 0) {
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
            entries[i] = above ^ negative; // half - 1 - bits, if it is negative
            signs[i] = negative ^ turned;
        }
        entries[last] = bits(window * last + 1);
        signs[last] = turned;
    }

    /** {@code window} bits from this one on; above bit 255 there are zeros. */
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

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

/**
 * Answers about signatures, within a bound: a set-associative cache without objects, 16 octets an answer. A name has 127 bits; the last
 * bit of its second word holds the answer. Of each set, what was asked for longest ago makes room. For several threads.
 *
 * <p>Names have to be unpredictable ({@link SignatureNames}): then two questions of one name do not happen, and nobody can fill a set.
 */
final class SignatureMemo {
    /** Answers of a set: two cache lines. */
    private static final int WAYS = 8;

    private static final int WORDS = 2;
    private static final int STRIPES = 64;
    private static final long ANSWER = 1;

    private final long[][] stripes;
    private final int setsOfStripe;

    /** What is known of a name. */
    enum Known {
        VERIFIES,
        DOES_NOT,
        NOTHING
    }

    /** @param capacity how many answers, at least; rounded up */
    SignatureMemo(long capacity) {
        long sets = Math.ceilDiv(Math.max(1, capacity), (long) WAYS * STRIPES);
        setsOfStripe = Math.toIntExact(sets);
        stripes = new long[STRIPES][Math.toIntExact(Math.multiplyExact(sets, (long) WAYS * WORDS))];
    }

    /** How many answers there is room for. */
    long capacity() {
        return (long) STRIPES * setsOfStripe * WAYS;
    }

    /** How many answers there are; goes through all of them. */
    long size() {
        long size = 0;
        for (long[] stripe : stripes) {
            synchronized (stripe) {
                for (int at = 0; at < stripe.length; at += WORDS) {
                    size += stripe[at] == 0 ? 0 : 1;
                }
            }
        }
        return size;
    }

    Known find(long first, long second) {
        long[] stripe = stripe(first);
        int set = set(first);
        synchronized (stripe) {
            for (int at = set; at < set + WAYS * WORDS; at += WORDS) {
                if (stripe[at] == first && (stripe[at + 1] | ANSWER) == (second | ANSWER)) {
                    long found = stripe[at + 1];
                    toFront(stripe, set, at, first, found);
                    return (found & ANSWER) == 0 ? Known.DOES_NOT : Known.VERIFIES;
                }
            }
            return Known.NOTHING;
        }
    }

    void put(long first, long second, boolean verifies) {
        long[] stripe = stripe(first);
        int set = set(first);
        int last = set + (WAYS - 1) * WORDS;
        synchronized (stripe) {
            int at = set;
            while (at < last && (stripe[at] != first || (stripe[at + 1] | ANSWER) != (second | ANSWER))) {
                at += WORDS;
            }
            toFront(stripe, set, at, first, verifies ? second | ANSWER : second & ~ANSWER);
        }
    }

    /** Puts an answer to the front of its set; those before {@code at} move back by one, and what is there goes. */
    private static void toFront(long[] stripe, int set, int at, long first, long second) {
        if (at > set) {
            System.arraycopy(stripe, set, stripe, set + WORDS, at - set);
        }
        stripe[set] = first;
        stripe[set + 1] = second;
    }

    private long[] stripe(long first) {
        return stripes[(int) first & STRIPES - 1];
    }

    private int set(long first) {
        return (int) Math.unsignedMultiplyHigh(first, setsOfStripe) * WAYS * WORDS;
    }
}

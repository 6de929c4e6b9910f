// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

/**
 * A bounded cache of verification results: set-associative, without objects, 16 bytes for each answer. An entry
 * consists of a name of 127 bits and the answer, which is the last bit of the second word. Each set evicts its least
 * recently used answer. Thread-safe.
 *
 * <p>Names must be unpredictable ({@link SignatureNames}), so that two questions never share a name and no attacker can
 * fill a set.
 */
final class SignatureMemo {
    /** Answers in a set, which takes two cache lines. */
    private static final int WAYS = 8;

    private static final int WORDS = 2;
    private static final int STRIPES = 64;
    private static final long ANSWER = 1;

    private final long[][] stripes;
    private final int setsOfStripe;

    /** The cached answer to a question. */
    enum Answer {
        VERIFIES,
        DOES_NOT_VERIFY,
        UNKNOWN
    }

    /** @param capacity the minimum number of answers, which is rounded up */
    SignatureMemo(long capacity) {
        long sets = Math.ceilDiv(Math.max(1, capacity), (long) WAYS * STRIPES);
        setsOfStripe = Math.toIntExact(sets);
        stripes = new long[STRIPES][Math.toIntExact(Math.multiplyExact(sets, (long) WAYS * WORDS))];
    }

    /** Returns the capacity in answers. */
    long capacity() {
        return (long) STRIPES * setsOfStripe * WAYS;
    }

    /** Counts the answers, in time proportional to the capacity. */
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

    Answer find(long first, long second) {
        long[] stripe = stripe(first);
        int set = set(first);
        synchronized (stripe) {
            for (int at = set; at < set + WAYS * WORDS; at += WORDS) {
                if (stripe[at] == first && (stripe[at + 1] | ANSWER) == (second | ANSWER)) {
                    long found = stripe[at + 1];
                    toFront(stripe, set, at, first, found);
                    return (found & ANSWER) == 0 ? Answer.DOES_NOT_VERIFY : Answer.VERIFIES;
                }
            }
            return Answer.UNKNOWN;
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

    /**
     * Moves an answer to the front of its set. The answers between the front and {@code at} move back by one place, and
     * the last of them overwrites the place {@code at}.
     */
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

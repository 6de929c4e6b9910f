// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

/**
 * A bounded cache of verification results: set-associative, without objects, 16 bytes for each result. An entry
 * consists of a key of 127 bits and the result, which is the last bit of the second word. Each set evicts its least
 * recently used entry. Thread-safe.
 *
 * <p>Keys must be unpredictable ({@link SignatureCacheKeys}), so that two checks never share a key and no attacker can
 * fill a set.
 */
final class SignatureCache {
    /** SignatureResults in a set, which takes two cache lines. */
    private static final int WAYS = 8;

    private static final int WORDS = 2;
    private static final int STRIPES = 64;
    private static final long VERIFIES_BIT = 1;

    private final long[][] stripes;
    private final int setsOfStripe;

    /** The cached result of a check. */
    enum Result {
        VERIFIES,
        DOES_NOT_VERIFY,
        UNKNOWN
    }

    /** @param capacity the minimum number of entries, which is rounded up */
    SignatureCache(long capacity) {
        long sets = Math.ceilDiv(Math.max(1, capacity), (long) WAYS * STRIPES);
        setsOfStripe = Math.toIntExact(sets);
        stripes = new long[STRIPES][Math.toIntExact(Math.multiplyExact(sets, (long) WAYS * WORDS))];
    }

    /** Returns the capacity in entries. */
    long capacity() {
        return (long) STRIPES * setsOfStripe * WAYS;
    }

    /** Counts the entries, in time proportional to the capacity. */
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

    Result find(long first, long second) {
        long[] stripe = stripe(first);
        int set = set(first);
        synchronized (stripe) {
            for (int at = set; at < set + WAYS * WORDS; at += WORDS) {
                if (stripe[at] == first && (stripe[at + 1] | VERIFIES_BIT) == (second | VERIFIES_BIT)) {
                    long found = stripe[at + 1];
                    moveToFront(stripe, set, at, first, found);
                    return (found & VERIFIES_BIT) == 0 ? Result.DOES_NOT_VERIFY : Result.VERIFIES;
                }
            }
            return Result.UNKNOWN;
        }
    }

    void put(long first, long second, boolean verifies) {
        long[] stripe = stripe(first);
        int set = set(first);
        int last = set + (WAYS - 1) * WORDS;
        synchronized (stripe) {
            int at = set;
            while (at < last && (stripe[at] != first || (stripe[at + 1] | VERIFIES_BIT) != (second | VERIFIES_BIT))) {
                at += WORDS;
            }
            moveToFront(stripe, set, at, first, verifies ? second | VERIFIES_BIT : second & ~VERIFIES_BIT);
        }
    }

    /**
     * Moves an entry to the front of its set. The entries between the front and {@code at} move back by one place, and
     * the last of them overwrites the place {@code at}.
     */
    private static void moveToFront(long[] stripe, int set, int at, long first, long second) {
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

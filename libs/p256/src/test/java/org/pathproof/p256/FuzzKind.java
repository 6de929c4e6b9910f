// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.random.RandomGenerator;

/** The kinds of cases of the differential fuzz, with their weights. */
enum FuzzKind {
    VALID(5000, false, "signed"),
    HIGH_S(300, false, "signed, with n - s for s"),
    REPEATED(200, false, "repeated in the same batch"),
    DIGEST_CHANGED(900, false, "a bit of the digest flipped"),
    R_CHANGED(800, false, "a bit of r flipped"),
    R_OF_ANOTHER(500, false, "r of another signature"),
    S_CHANGED(900, false, "a bit of s flipped"),
    KEY_CHANGED(600, false, "another key"),
    DIGEST_AT_LIMIT(120, true, "signed, the digest 0 (u1 = 0), n, a little above, or almost 2^256"),
    S_AT_LIMIT(60, true, "signed so that s is 1 or n - 1"),
    NUMBERS_AT_LIMIT(60, true, "r or s is 1, n - 1, p - n, a power of two …"),
    SPIKY(60, true, "r and s with limbs of all zeros and all ones"),
    SMALL_MULTIPLES(60, true, "Q = dG and u1, u2 with d, u1, u2 near 0: G, -G and their multiples are added"),
    SUM_IS_INFINITY(30, true, "u1 G + u2 Q is infinity"),
    X_ABOVE_N(20, true, "signed, x of R is r + n"),
    X_ABOVE_N_CHANGED(10, true, "r + n < p, a bit of the digest flipped"),
    EXCEPTIONAL(60, true, "one of the additions of a table's shape adds equal or opposite points"),
    OUT_OF_RANGE(50, true, "r or s is 0, n, more than n, or 2^256 - 1: the parsers refuse it");

    private static final FuzzKind[] KINDS = values();
    private static final int WEIGHTS = weights();

    private final int weight;
    private final boolean crafted;
    private final String description;

    FuzzKind(int weight, boolean crafted, String description) {
        this.weight = weight;
        this.crafted = crafted;
        this.description = description;
    }

    /** Returns true for cases crafted against the algorithms of the engines. The oracles confirm all of them. */
    boolean isCrafted() {
        return crafted;
    }

    String description() {
        return description;
    }

    static FuzzKind any(RandomGenerator random) {
        int at = random.nextInt(WEIGHTS);
        for (FuzzKind kind : KINDS) {
            at -= kind.weight;
            if (at < 0) {
                return kind;
            }
        }
        throw new IllegalStateException("the weights do not add up to their sum");
    }

    private static int weights() {
        int sum = 0;
        for (FuzzKind kind : KINDS) {
            sum += kind.weight;
        }
        return sum;
    }
}

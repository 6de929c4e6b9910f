/* SPDX-License-Identifier: Apache-2.0
 *
 * The digits of a scalar, and the order in which the table entries of a signature are added.
 *
 * An odd number k below 2^256 is the sum of d[i] 2^(w i) over m = ceil(256 / w) digits. Each digit is odd and
 * between -(2^w - 1) and 2^w - 1. Let b[i] be the bits w i + 1 to w i + w of k. Then d[i] is 2 b[i] + 1 - 2^w, but
 * the last digit is 2 b[m - 1] + 1, and so positive. No digit is zero, so every signature adds the same number of
 * points. Tables hold only odd multiples: entry j of window i is (2 j + 1) 2^(w i) times the point. An even k is
 * replaced by n - k, with opposite signs.
 *
 * With a stride d > 1 only every d-th window has entries. Digit i uses window i / d and belongs to group i % d.
 * Horner's rule computes the result from the group sums S[g]: (((S[d-1] 2^w + S[d-2]) 2^w + ...) 2^w + S[0]. The digits
 * of u1, whose table of G is complete, are in group 0.
 */
#ifndef PP_SHAPE_H
#define PP_SHAPE_H

#include <stdint.h>

#include "pathproof_p256.h"
#include "u256.h"

enum {
    MIN_WINDOW = 4,
    MAX_WINDOW = 8,
    MAX_STRIDE = 8,
    G_WINDOW = 12,
    G_DIGITS = 22, /* ceil(256 / 12) */
    MAX_DIGITS = 64, /* of u2: ceil(256 / MIN_WINDOW) */
    MAX_POINTS = G_DIGITS + MAX_DIGITS,
    MAX_LEVELS = 8,
    /* Number of points of a group that are left for Jacobian additions, because a further level would save less than
     * its inversion costs. */
    TAIL = 3
};

/* The indices of two points of a signature. Their sum replaces the first. */
typedef struct {
    uint8_t first, second;
} pair;

struct pp_shape {
    int window, stride, digits, slots;
    int points; /* G_DIGITS + digits; points of u1 are first */
    int levels;
    int pairs[MAX_LEVELS];
    pair pair_at[MAX_LEVELS][MAX_POINTS / 2];
    int left[MAX_STRIDE]; /* points of a group that are left after all levels */
    uint8_t left_at[MAX_STRIDE][TAIL];
};

/* A digit: the entry in its window, and 1 in `negative` if the entry is subtracted. */
typedef struct {
    uint32_t entry;
    int negative;
} digit;

/* Digit i of `digits` of an odd k. */
PP_INLINE digit digit_of(const u256 *k, int window, int digits, int i) {
    uint64_t half = (uint64_t)1 << (window - 1);
    uint64_t bits = u256_bits(k, window * i + 1, window);
    digit d;
    if (i == digits - 1) {
        d.entry = (uint32_t)bits;
        d.negative = 0;
    } else if (bits >= half) {
        d.entry = (uint32_t)(bits - half);
        d.negative = 0;
    } else {
        d.entry = (uint32_t)(half - 1 - bits);
        d.negative = 1;
    }
    return d;
}

#endif

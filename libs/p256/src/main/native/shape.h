/* SPDX-License-Identifier: Apache-2.0
 *
 * Signed combs: the entries that a scalar selects, and the order in which the entries of a signature are added.
 *
 * An odd number k below 2^L is the sum of e[i] 2^i over i < L, where e[i] is 1 if bit i + 1 of k is set, and -1 if not;
 * e[L - 1] is 1. A comb of w teeth has m = ceil(256 / w) columns, and L = w m. Column c has the signs e[c], e[c + m],
 * ..., e[c + (w - 1) m]. A table holds the 2^(w - 1) sums of 2^(i m) P over the teeth i with these signs, for every
 * choice of the lower signs and a positive highest sign. For a negative highest sign, the opposite of an entry is
 * added. So every scalar adds m entries, and none is infinite. An even k is replaced by n - k, with opposite signs.
 *
 * With a spacing d, block b of a table holds the sums times 2^(b d), and serves the columns b d to b d + d - 1. Column
 * c belongs to group c % d. Horner's rule computes the result from the group sums S[g]: ((2 S[d-1] + S[d-2]) 2 + ...) 2
 * + S[0]. The columns of u1 take part in the same groups.
 */
#ifndef PP_SHAPE_H
#define PP_SHAPE_H

#include <stdint.h>

#include "pathproof_p256.h"
#include "u256.h"

enum {
    MIN_TEETH = 5,
    MAX_TEETH = 8,
    /* The table of G serves every spacing that is a multiple of its own. */
    G_TEETH = 16,
    G_SPACING = 4,
    G_COLUMNS = 16,
    MAX_SPACING = 8,
    MAX_COLUMNS = 52, /* of u2: ceil(256 / MIN_TEETH) */
    MAX_POINTS = G_COLUMNS + MAX_COLUMNS,
    MAX_PAIRS = MAX_POINTS / 2,
    MAX_STEPS = 5 + 2 * (MAX_SPACING - 1)
};

typedef struct {
    int teeth, spacing, columns, blocks;
} comb;

/* The indices of two points A and B of a signature. */
typedef struct {
    uint8_t first, second;
} pair;

/* A step computes 1 / (x(B) - x(A)) of all its pairs with one inversion. */
typedef struct {
    enum {
        ADD,   /* A = A + B */
        SLOPE, /* x(B) = x(A + B), y(B) = slope of the line through A and B */
        TWICE  /* A = A + (A + B), after SLOPE */
    } kind;
    int count;
    pair pairs[MAX_PAIRS];
} step;

struct pp_shape {
    comb key;
    int points;                 /* G_COLUMNS + key.columns; points of u1 are first */
    uint32_t block[MAX_POINTS]; /* the first entry of the block of each point, in its table */
    int steps;                  /* the last one is SLOPE: R = A + (A + B) is compared without an addition */
    step step[MAX_STEPS];
    pair last; /* A and B of the last step */
};

/* The entries of all columns within their blocks. Bit c of `negative` is set if the entry of column c is subtracted. */
typedef struct {
    uint16_t entry[(MAX_COLUMNS + 7) / 8 * 8];
    uint64_t negative;
} selection;

PP_INLINE comb comb_of(int teeth, int spacing) {
    comb c = {teeth, spacing, (256 + teeth - 1) / teeth, 0};
    c.blocks = (c.columns + spacing - 1) / spacing;
    return c;
}

/* Transposes an 8 x 8 matrix of bits: bit j of byte i becomes bit i of byte j. */
PP_INLINE uint64_t transpose_bits(uint64_t x) {
    uint64_t t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aau;
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000cccc0000ccccu;
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0u;
    return x ^ t ^ (t << 28);
}

/* Selects the entries for an odd k below 2^256. */
PP_INLINE void select_entries(const u256 *k, int teeth, int columns, selection *s) {
    uint64_t rows[16] = {0};
    uint64_t all = ((uint64_t)1 << columns) - 1;
    for (int i = 0; i < teeth; i++) rows[i] = u256_bits(k, i * columns + 1, columns);
    uint64_t top = rows[teeth - 1] | (uint64_t)1 << (columns - 1);
    s->negative = ~top & all;
    /* Signs in relation to the highest sign. */
    for (int i = 0; i < teeth - 1; i++) rows[i] = ~(rows[i] ^ top) & all;
    rows[teeth - 1] = 0;
    for (int c = 0; c < columns; c += 8) {
        for (int half = 0; half < (teeth > 8 ? 2 : 1); half++) {
            uint64_t bits = 0;
            for (int i = 0; i < 8; i++) bits |= (rows[8 * half + i] >> c & 0xff) << (8 * i);
            bits = transpose_bits(bits);
            for (int i = 0; i < 8; i++) {
                uint16_t byte = (uint16_t)(bits >> (8 * i) & 0xff);
                if (half == 0) s->entry[c + i] = byte;
                else s->entry[c + i] |= (uint16_t)(byte << 8);
            }
        }
    }
}

#endif

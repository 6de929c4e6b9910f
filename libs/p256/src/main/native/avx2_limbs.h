/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements of the field of P-256, four at a time, with AVX2: nine limbs of 29 bits. Montgomery form with R = 2^261,
 * which is a little more than 32 p. In comments, "a < 3" means that the value of a is below 3 p, and "a < E" that the
 * value is below p + 2^229.
 *
 * A *wide* element has a limb in each 64-bit lane of nine vectors. Multiplications use the low 32 bits of a lane.
 *   normal: limbs 0 to 7 in [0, 2^29), limb 8 in [0, 2^28)
 *   lazy: limbs in [0, 2^32 - 2^30), the sum of BIAS and up to two packed elements
 * A *packed* element has the limbs i and i + 5 in the halves of a lane, as signed numbers of 32 bits.
 *   loose: limbs in (-2^23, 2^29 + 2^26); value < E
 *   a negated table entry: limbs in (-2^29, 2^29), value in (-1, 1)
 *
 * README.md derives these bounds, and avx2_test.c checks them.
 */
#ifndef PP_AVX2_LIMBS_H
#define PP_AVX2_LIMBS_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#include "u256.h"

enum { LIMBS = 9, PACKED = 5 };

typedef __m256i lanes;

typedef struct {
    lanes l[LIMBS];
} wide;

typedef struct {
    lanes l[PACKED];
} packed;

#define MASK29 0x1fffffffu

static const uint32_t FE_P[LIMBS] = {0x1fffffffu, 0x1fffffffu, 0x1fffffffu, 0x000001ffu, 0, 0, 0x00040000u, 0x1fe00000u, 0x00ffffffu};
/* R mod p: the number 1. */
static const uint32_t FE_ONE[LIMBS] = {0x00000020u, 0x00000000u, 0x00000000u, 0x1fffc000u, 0x1fffffffu, 0x1fffffffu, 0x1f7fffffu, 0x03ffffffu, 0x00000000u};
/* R^2 mod p. */
static const uint32_t FE_RR[LIMBS] = {0x00000c00u, 0x00000000u, 0x1fff0000u, 0x1fdfffffu, 0x1fbfffffu, 0x1fffffffu, 0x1fffffffu, 0x1ffffffeu, 0x00000013u};
/* 4 p, with limbs 0 to 7 between 2^30 + 2^27 and 2^30 + 2^27 + 2^29, so that differences have no negative limbs. */
static const uint32_t BIAS[LIMBS] = {0x5ffffffcu, 0x5ffffffdu, 0x5ffffffdu, 0x600007fdu, 0x5ffffffdu, 0x5ffffffdu, 0x600ffffdu, 0x5f7ffffdu, 0x03fffffdu};

PP_INLINE lanes all(uint64_t value) { return _mm256_set1_epi64x((long long)value); }
PP_INLINE lanes add64(lanes a, lanes b) { return _mm256_add_epi64(a, b); }
PP_INLINE lanes low_half(lanes a) { return _mm256_blend_epi32(a, _mm256_setzero_si256(), 0xaa); }

PP_INLINE wide wide_all(const uint32_t limbs[LIMBS]) {
    wide r;
    for (int i = 0; i < LIMBS; i++) r.l[i] = all(limbs[i]);
    return r;
}

PP_INLINE packed bias(void) {
    packed r;
    for (int i = 0; i < PACKED; i++) r.l[i] = all(BIAS[i] | (i < LIMBS - PACKED ? (uint64_t)BIAS[i + PACKED] << 32 : 0));
    return r;
}

PP_INLINE packed pack(const wide *a) {
    packed r;
    for (int i = 0; i < LIMBS - PACKED; i++) r.l[i] = _mm256_blend_epi32(a->l[i], _mm256_slli_epi64(a->l[i + PACKED], 32), 0xaa);
    r.l[LIMBS - PACKED] = low_half(a->l[LIMBS - PACKED]);
    return r;
}

/* The limbs as factors: the upper halves of lanes have any content. In: no negative limb. */
PP_INLINE wide factor_of(const packed *a) {
    wide r;
    for (int i = 0; i < PACKED; i++) r.l[i] = a->l[i];
    for (int i = 0; i < LIMBS - PACKED; i++) r.l[i + PACKED] = _mm256_srli_epi64(a->l[i], 32);
    return r;
}

/* The limbs as addends. In: no negative limb. */
PP_INLINE wide addend_of(const packed *a) {
    wide r = factor_of(a);
    for (int i = 0; i < PACKED; i++) r.l[i] = low_half(r.l[i]);
    return r;
}

PP_INLINE packed packed_add(const packed *a, const packed *b) {
    packed r;
    for (int i = 0; i < PACKED; i++) r.l[i] = _mm256_add_epi32(a->l[i], b->l[i]);
    return r;
}

PP_INLINE packed packed_sub(const packed *a, const packed *b) {
    packed r;
    for (int i = 0; i < PACKED; i++) r.l[i] = _mm256_sub_epi32(a->l[i], b->l[i]);
    return r;
}

/* a - b + 4 p. Out: lazy. */
PP_INLINE packed difference(const packed *a, const packed *b) {
    packed k = bias(), r = packed_sub(&k, b);
    return packed_add(a, &r);
}

/* acc + the product of the low halves of a and b. */
PP_INLINE lanes mul_add_lanes(lanes acc, lanes a, lanes b) { return _mm256_add_epi64(acc, _mm256_mul_epu32(a, b)); }

/* Montgomery round i: adds m 2^(29 i) p to t, with m = t[i] mod 2^29. The term -m of m p clears the limb, because p =
 * -1 mod 2^29, and the rest is carried. p + 1 has four limbs. */
PP_INLINE void clear_limb(lanes t[2 * LIMBS], int i) {
    lanes m = _mm256_and_si256(t[i], all(MASK29));
    t[i + 1] = add64(t[i + 1], _mm256_srli_epi64(t[i], 29));
    t[i + 3] = add64(t[i + 3], _mm256_slli_epi64(m, 9));
    t[i + 6] = add64(t[i + 6], _mm256_slli_epi64(m, 18));
    t[i + 7] = mul_add_lanes(t[i + 7], m, all(FE_P[7]));
    t[i + 8] = mul_add_lanes(t[i + 8], m, all(FE_P[8]));
}

/* Carries the upper half of t. Out: normal. */
PP_INLINE wide carry(lanes t[2 * LIMBS]) {
    wide r;
    for (int i = 0; i < LIMBS - 1; i++) {
        t[LIMBS + i + 1] = add64(t[LIMBS + i + 1], _mm256_srli_epi64(t[LIMBS + i], 29));
        r.l[i] = _mm256_and_si256(t[LIMBS + i], all(MASK29));
    }
    r.l[LIMBS - 1] = t[2 * LIMBS - 1];
    return r;
}

/* a b / R + c. In: a lazy, b normal, c lazy and with clear upper halves. Out: normal, < a b / 32 + 1 + c. */
PP_INLINE wide mul_add(const wide *a, const wide *b, const wide *c) {
    lanes t[2 * LIMBS];
    for (int i = 0; i < LIMBS; i++) {
        t[i] = _mm256_setzero_si256();
        t[LIMBS + i] = c == NULL ? _mm256_setzero_si256() : c->l[i];
    }
#pragma GCC unroll 9
    for (int i = 0; i < LIMBS; i++) {
#pragma GCC unroll 9
        for (int j = 0; j < LIMBS; j++) t[i + j] = mul_add_lanes(t[i + j], a->l[j], b->l[i]);
        clear_limb(t, i);
    }
    return carry(t);
}

/* a b / R. In: a lazy, b normal. Out: normal, < a b / 32 + 1. */
PP_INLINE wide mul(const wide *a, const wide *b) { return mul_add(a, b, NULL); }

/* a^2 / R + c. In: a normal, c lazy and with clear upper halves. Out: normal, < a^2 / 32 + 1 + c. */
PP_INLINE wide sqr_add(const wide *a, const wide *c) {
    lanes t[2 * LIMBS];
    for (int i = 0; i < LIMBS; i++) {
        t[i] = _mm256_setzero_si256();
        t[LIMBS + i] = c == NULL ? _mm256_setzero_si256() : c->l[i];
    }
#pragma GCC unroll 9
    for (int i = 0; i < LIMBS; i++) {
        lanes twice = add64(a->l[i], a->l[i]);
        t[2 * i] = mul_add_lanes(t[2 * i], a->l[i], a->l[i]);
#pragma GCC unroll 9
        for (int j = i + 1; j < LIMBS; j++) t[i + j] = mul_add_lanes(t[i + j], a->l[j], twice);
        clear_limb(t, i);
    }
    return carry(t);
}

PP_INLINE wide sqr(const wide *a) { return sqr_add(a, NULL); }

/* Subtracts q p with q = floor(a / 2^256). In: normal, < 12. Out: loose, the same value mod p. */
PP_INLINE packed loosen(wide a) {
    lanes q = _mm256_srli_epi64(a.l[8], 24);
    a.l[8] = _mm256_and_si256(a.l[8], all(0xffffff));
    a.l[0] = add64(a.l[0], q);
    a.l[3] = _mm256_sub_epi64(a.l[3], _mm256_slli_epi64(q, 9));
    a.l[6] = _mm256_sub_epi64(a.l[6], _mm256_slli_epi64(q, 18));
    a.l[7] = add64(a.l[7], _mm256_slli_epi64(q, 21));
    return pack(&a);
}

/* Lanes in which a is 0 mod p, as bits 0 to 3. In: normal, < 2. */
PP_INLINE int zero_lanes(const wide *a) {
    lanes any = a->l[0], differs = _mm256_xor_si256(a->l[0], all(FE_P[0]));
    for (int i = 1; i < LIMBS; i++) {
        any = _mm256_or_si256(any, a->l[i]);
        differs = _mm256_or_si256(differs, _mm256_xor_si256(a->l[i], all(FE_P[i])));
    }
    lanes zero = _mm256_setzero_si256();
    lanes found = _mm256_or_si256(_mm256_cmpeq_epi64(any, zero), _mm256_cmpeq_epi64(differs, zero));
    return _mm256_movemask_pd(_mm256_castsi256_pd(found));
}

/* Four vectors of 64-bit words to nine of 29-bit limbs. Out: normal. */
PP_INLINE wide wide_of_words(lanes w0, lanes w1, lanes w2, lanes w3) {
    lanes mask = all(MASK29);
    wide r;
    r.l[0] = _mm256_and_si256(w0, mask);
    r.l[1] = _mm256_and_si256(_mm256_srli_epi64(w0, 29), mask);
    r.l[2] = _mm256_and_si256(_mm256_or_si256(_mm256_srli_epi64(w0, 58), _mm256_slli_epi64(w1, 6)), mask);
    r.l[3] = _mm256_and_si256(_mm256_srli_epi64(w1, 23), mask);
    r.l[4] = _mm256_and_si256(_mm256_or_si256(_mm256_srli_epi64(w1, 52), _mm256_slli_epi64(w2, 12)), mask);
    r.l[5] = _mm256_and_si256(_mm256_srli_epi64(w2, 17), mask);
    r.l[6] = _mm256_and_si256(_mm256_or_si256(_mm256_srli_epi64(w2, 46), _mm256_slli_epi64(w3, 18)), mask);
    r.l[7] = _mm256_and_si256(_mm256_srli_epi64(w3, 11), mask);
    r.l[8] = _mm256_srli_epi64(w3, 40);
    return r;
}

/* Loads one number into each lane. */
PP_INLINE wide wide_of_numbers(const u256 *a, const u256 *b, const u256 *c, const u256 *d) {
    lanes r0 = _mm256_loadu_si256((const lanes *)a), r1 = _mm256_loadu_si256((const lanes *)b);
    lanes r2 = _mm256_loadu_si256((const lanes *)c), r3 = _mm256_loadu_si256((const lanes *)d);
    lanes a0 = _mm256_unpacklo_epi64(r0, r1), a1 = _mm256_unpackhi_epi64(r0, r1);
    lanes a2 = _mm256_unpacklo_epi64(r2, r3), a3 = _mm256_unpackhi_epi64(r2, r3);
    return wide_of_words(_mm256_permute2x128_si256(a0, a2, 0x20), _mm256_permute2x128_si256(a1, a3, 0x20), _mm256_permute2x128_si256(a0, a2, 0x31),
                         _mm256_permute2x128_si256(a1, a3, 0x31));
}

#endif

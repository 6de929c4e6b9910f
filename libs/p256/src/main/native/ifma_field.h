/* SPDX-License-Identifier: Apache-2.0
 *
 * The field of P-256, eight elements at a time, with AVX-512 IFMA: five limbs of 52 bits, each limb a vector of eight 64-bit lanes. Montgomery form with
 * R = 2^260. Elements are lazy: "a < 3" below means that the value of a is below 3 p. `E` stands for a little more than 1: a value below p + 2^229, as
 * wide_reduce leaves it. R / p is a little more than 16.
 *
 * A *normal* element has limbs 0 to 3 in [0, 2^52) and limb 4 in [0, 2^52); its value is below 16. Multiplications take normal elements, because the
 * instructions use the low 52 bits of a lane. Sums and differences of at most four normal elements may be kept *wide*: limbs that are signed
 * numbers between -2^54 and 2^54.
 */
#ifndef PP_IFMA_FIELD_H
#define PP_IFMA_FIELD_H

#include <immintrin.h>
#include <stdint.h>

#include "u256.h"

typedef __m512i lanes;

typedef struct {
    lanes l[5];
} fe;

#define MASK52 0xfffffffffffffu

static const uint64_t FE_P[5] = {0xfffffffffffffu, 0x00fffffffffffu, 0, 0x1000000000u, 0x0ffffffff0000u};
/* R mod p: the number 1. */
static const uint64_t FE_ONE[5] = {0x0000000000010u, 0xf000000000000u, 0xfffffffffffffu, 0xffeffffffffffu, 0x00000000fffffu};
/* R^2 mod p. */
static const uint64_t FE_RR[5] = {0x0000000000300u, 0xffffffff00000u, 0xffffefffffffbu, 0xfdfffffffffffu, 0x0000004ffffffu};

PP_INLINE lanes all(uint64_t value) { return _mm512_set1_epi64((long long)value); }

PP_INLINE fe fe_all(const uint64_t limbs[5]) {
    fe r;
    for (int i = 0; i < 5; i++) r.l[i] = all(limbs[i]);
    return r;
}

/* acc + the low (high) 52 bits of the product of the low 52 bits of a and b. */
PP_INLINE lanes mul_low(lanes acc, lanes a, lanes b) { return _mm512_madd52lo_epu64(acc, a, b); }
PP_INLINE lanes mul_high(lanes acc, lanes a, lanes b) { return _mm512_madd52hi_epu64(acc, a, b); }

/* Carries between unsigned limbs. In: limbs below 2^63, value below 2^260. Out: normal. */
PP_INLINE fe carry(lanes l0, lanes l1, lanes l2, lanes l3, lanes l4) {
    lanes mask = all(MASK52);
    l1 = _mm512_add_epi64(l1, _mm512_srli_epi64(l0, 52));
    l2 = _mm512_add_epi64(l2, _mm512_srli_epi64(l1, 52));
    l3 = _mm512_add_epi64(l3, _mm512_srli_epi64(l2, 52));
    l4 = _mm512_add_epi64(l4, _mm512_srli_epi64(l3, 52));
    fe r = {{_mm512_and_si512(l0, mask), _mm512_and_si512(l1, mask), _mm512_and_si512(l2, mask), _mm512_and_si512(l3, mask), l4}};
    return r;
}

/* Carries between signed limbs. In: wide, value in [0, 16). Out: normal. */
PP_INLINE fe wide_carry(fe a) {
    lanes mask = all(MASK52);
    lanes l1 = _mm512_add_epi64(a.l[1], _mm512_srai_epi64(a.l[0], 52));
    lanes l2 = _mm512_add_epi64(a.l[2], _mm512_srai_epi64(l1, 52));
    lanes l3 = _mm512_add_epi64(a.l[3], _mm512_srai_epi64(l2, 52));
    lanes l4 = _mm512_add_epi64(a.l[4], _mm512_srai_epi64(l3, 52));
    fe r = {{_mm512_and_si512(a.l[0], mask), _mm512_and_si512(l1, mask), _mm512_and_si512(l2, mask), _mm512_and_si512(l3, mask), l4}};
    return r;
}

/*
 * Subtracts a multiple of p. In: wide, value in [0, 16). Out: normal, < E.
 *
 * Let q = floor((l4 - 4) / 2^48). The limbs below l4 add up to less than 4 x 2^208 in either direction (each is between -2^54 and 2^54), so the value is
 * q 2^256 + c with 0 <= c < 2^256 + 2^211, and the value less q p is q (2^256 - p) + c. For 0 <= q <= 15 this is not negative and below
 * 2^256 + 15 x 2^224 + 2^211 < p + 2^229. For q = -1 the value is below 8 x 2^208 and the result is p more.
 */
PP_INLINE fe wide_reduce(fe a) {
    lanes q = _mm512_srai_epi64(_mm512_sub_epi64(a.l[4], all(4)), 48);
    a.l[4] = _mm512_add_epi64(_mm512_sub_epi64(a.l[4], _mm512_slli_epi64(q, 48)), _mm512_slli_epi64(q, 16));
    a.l[3] = _mm512_sub_epi64(a.l[3], _mm512_slli_epi64(q, 36));
    a.l[1] = _mm512_sub_epi64(a.l[1], _mm512_slli_epi64(q, 44));
    a.l[0] = _mm512_add_epi64(a.l[0], q);
    return wide_carry(a);
}

/* a + b, wide. */
PP_INLINE fe wide_add(fe a, fe b) {
    for (int i = 0; i < 5; i++) a.l[i] = _mm512_add_epi64(a.l[i], b.l[i]);
    return a;
}

/* a - b + k p, wide. */
PP_INLINE fe wide_sub(fe a, fe b, unsigned k) {
    for (int i = 0; i < 5; i++) {
        a.l[i] = _mm512_sub_epi64(a.l[i], b.l[i]);
        if (FE_P[i] != 0) a.l[i] = _mm512_add_epi64(a.l[i], all(k * FE_P[i]));
    }
    return a;
}

/* a + b. In: a + b < 16. Out: < E. */
PP_INLINE fe fe_add(fe a, fe b) { return wide_reduce(wide_add(a, b)); }

/* a - b. In: a < 12, b < 2 (and above -2, where it is wide). Out: < E. */
PP_INLINE fe fe_sub(fe a, fe b) { return wide_reduce(wide_sub(a, b, 2)); }

/* The ten limbs of a b as unsigned lanes: each is a sum of at most ten numbers below 2^52. */
PP_INLINE void product(lanes t[10], const fe *a, const fe *b) {
    lanes low[10], high[10];
    for (int i = 0; i < 10; i++) low[i] = high[i] = _mm512_setzero_si512();
#pragma GCC unroll 5
    for (int i = 0; i < 5; i++) {
#pragma GCC unroll 5
        for (int j = 0; j < 5; j++) {
            low[i + j] = mul_low(low[i + j], a->l[i], b->l[j]);
            high[i + j + 1] = mul_high(high[i + j + 1], a->l[i], b->l[j]);
        }
    }
#pragma GCC unroll 10
    for (int i = 0; i < 10; i++) t[i] = _mm512_add_epi64(low[i], high[i]);
}

/*
 * Montgomery reduction: t / R mod p. In round i, t += m 2^(52 i) p with m = t[i] mod 2^52, which needs no multiplication to find because p = -1 mod
 * 2^52; -m clears limb i, and p + 1 = 2^96 + 2^192 + (2^48 - 2^16) 2^208 has three limbs. Limbs stay below 2^57.
 * In: t < 16 x 16. Out: normal, below t / R + 1: < 2 for t from factors a, b with a b <= 16.
 */
PP_INLINE fe reduce(lanes t[10]) {
    const lanes p1 = all((uint64_t)1 << 44), p3 = all((uint64_t)1 << 36), p4 = all(FE_P[4]);
#pragma GCC unroll 5
    for (int i = 0; i < 5; i++) {
        lanes m = t[i];
        t[i + 1] = _mm512_add_epi64(t[i + 1], _mm512_srli_epi64(m, 52));
        t[i + 1] = mul_low(t[i + 1], m, p1);
        t[i + 2] = mul_high(t[i + 2], m, p1);
        t[i + 3] = mul_low(t[i + 3], m, p3);
        t[i + 4] = mul_high(t[i + 4], m, p3);
        t[i + 4] = mul_low(t[i + 4], m, p4);
        t[i + 5] = mul_high(t[i + 5], m, p4);
    }
    return carry(t[5], t[6], t[7], t[8], t[9]);
}

/* a b / R. In: normal, a b <= 16. Out: normal, < a b / 16 + 1 <= 2. */
PP_INLINE fe fe_mul(fe a, fe b) {
    lanes t[10];
    product(t, &a, &b);
    return reduce(t);
}

/* a^2 / R. In: normal, a <= 4. Out: normal, < a^2 / 16 + 1 <= 2. */
PP_INLINE fe fe_sqr(fe a) {
    lanes t[10], square[10];
    for (int i = 0; i < 10; i++) t[i] = square[i] = _mm512_setzero_si512();
#pragma GCC unroll 5
    for (int i = 0; i < 5; i++) {
#pragma GCC unroll 5
        for (int j = i + 1; j < 5; j++) {
            t[i + j] = mul_low(t[i + j], a.l[i], a.l[j]);
            t[i + j + 1] = mul_high(t[i + j + 1], a.l[i], a.l[j]);
        }
    }
#pragma GCC unroll 5
    for (int i = 0; i < 5; i++) {
        square[2 * i] = mul_low(square[2 * i], a.l[i], a.l[i]);
        square[2 * i + 1] = mul_high(square[2 * i + 1], a.l[i], a.l[i]);
    }
#pragma GCC unroll 10
    for (int i = 0; i < 10; i++) t[i] = _mm512_add_epi64(_mm512_add_epi64(t[i], t[i]), square[i]);
    return reduce(t);
}

/* Lanes in which a is 0 mod p. In: wide, value in [0, 16). */
PP_INLINE __mmask8 wide_is_zero(fe a) {
    fe r = wide_reduce(a); /* 0 or p, if it is a multiple of p */
    lanes any = _mm512_or_si512(_mm512_or_si512(_mm512_or_si512(r.l[0], r.l[1]), _mm512_or_si512(r.l[2], r.l[3])), r.l[4]);
    __mmask8 zero = _mm512_testn_epi64_mask(any, any), p = 0xff;
    for (int i = 0; i < 5; i++) p &= _mm512_cmpeq_epi64_mask(r.l[i], all(FE_P[i]));
    return zero | p;
}

static inline fe fe_sqr_times(fe a, int times) {
    while (times-- > 0) a = fe_sqr(a);
    return a;
}

/* a^(p-2): the inverse, and 0 for 0. In: < 2. Out: < 2. */
__attribute__((noinline, unused)) static fe fe_inv(fe x) {
    fe x2 = fe_mul(fe_sqr_times(x, 1), x);
    fe x4 = fe_mul(fe_sqr_times(x2, 2), x2);
    fe x8 = fe_mul(fe_sqr_times(x4, 4), x4);
    fe x16 = fe_mul(fe_sqr_times(x8, 8), x8);
    fe x32 = fe_mul(fe_sqr_times(x16, 16), x16);
    fe r = fe_mul(fe_sqr_times(x32, 32), x);
    r = fe_mul(fe_sqr_times(r, 128), x32);
    r = fe_mul(fe_sqr_times(r, 32), x32);
    r = fe_mul(fe_sqr_times(r, 16), x16);
    r = fe_mul(fe_sqr_times(r, 8), x8);
    r = fe_mul(fe_sqr_times(r, 4), x4);
    r = fe_mul(fe_sqr_times(r, 2), x2);
    return fe_mul(fe_sqr_times(r, 2), x);
}

/* Four vectors of 64-bit words to five of 52-bit limbs. Out: normal. */
PP_INLINE fe fe_of_words(lanes w0, lanes w1, lanes w2, lanes w3) {
    lanes mask = all(MASK52);
    fe r;
    r.l[0] = _mm512_and_si512(w0, mask);
    r.l[1] = _mm512_and_si512(_mm512_or_si512(_mm512_srli_epi64(w0, 52), _mm512_slli_epi64(w1, 12)), mask);
    r.l[2] = _mm512_and_si512(_mm512_or_si512(_mm512_srli_epi64(w1, 40), _mm512_slli_epi64(w2, 24)), mask);
    r.l[3] = _mm512_and_si512(_mm512_or_si512(_mm512_srli_epi64(w2, 28), _mm512_slli_epi64(w3, 36)), mask);
    r.l[4] = _mm512_srli_epi64(w3, 16);
    return r;
}

#endif

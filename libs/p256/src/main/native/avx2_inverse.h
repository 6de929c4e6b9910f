/* SPDX-License-Identifier: Apache-2.0
 *
 * Inverses modulo p, four at a time. The lanes share one inversion in 64-bit words.
 */
#ifndef PP_AVX2_INVERSE_H
#define PP_AVX2_INVERSE_H

#include "avx2_limbs.h"
#include "field.h"
#include "inverse.h"

/* R^3 mod p, R = 2^261. */
static const uint32_t FE_RRR[LIMBS] = {0x00050000u, 0x1ff40000u, 0x1effffffu, 0x0dffffffu, 0x07ffffffu, 0x1fffffffu, 0x0000000bu, 0x00000010u, 0x00000c00u};

/* Exchanges the lanes i and i xor `distance`, which is 1 or 2. */
PP_INLINE wide wide_exchange(const wide *a, int distance) {
    wide r;
    for (int i = 0; i < LIMBS; i++) r.l[i] = distance == 1 ? _mm256_permute4x64_epi64(a->l[i], 0xb1) : _mm256_permute4x64_epi64(a->l[i], 0x4e);
    return r;
}

/* The number in lane 0, mod p. In: normal, < 2. Out: in [0, p). */
PP_INLINE u256 wide_first(const wide *a) {
    uint64_t l[LIMBS];
    for (int i = 0; i < LIMBS; i++) l[i] = (uint64_t)_mm256_extract_epi64(a->l[i], 0);
    u256 words = {{l[0] | l[1] << 29 | l[2] << 58, l[2] >> 6 | l[3] << 23 | l[4] << 52, l[4] >> 12 | l[5] << 17 | l[6] << 46,
                   l[6] >> 18 | l[7] << 11 | l[8] << 40}};
    return u256_reduce_once(&words, l[8] >> 24, &FP_P);
}

/* 1 / a in Montgomery form. In: normal, < 2, not 0 in any lane. Out: normal, < 2. */
__attribute__((noinline, unused)) static wide fe_inv(wide a) {
    wide a1 = wide_exchange(&a, 1), pair = mul(&a, &a1);
    wide pair2 = wide_exchange(&pair, 2), product = mul(&pair, &pair2); /* the product of all lanes in each lane, < 1.1 */
    u256 inverse = u256_inverse(wide_first(&product), &MODULUS_P);
    /* The inverse of x R is 1 / (x R). Times R^3 and divided by R, it is R / x. */
    wide number = wide_of_numbers(&inverse, &inverse, &inverse, &inverse), rrr = wide_all(FE_RRR), r = mul(&number, &rrr);
    r = mul(&r, &pair2);
    return mul(&r, &a1);
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Inverses modulo p and n, eight at a time. The lanes share one inversion in 64-bit words.
 */
#ifndef PP_IFMA_INVERSE_H
#define PP_IFMA_INVERSE_H

#include "field.h"
#include "ifma_field.h"
#include "ifma_lanes.h"
#include "ifma_order.h"
#include "inverse.h"

/* R^3, R = 2^260. */
static const uint64_t FE_RRR[5] = {0xfd0000000a000u, 0xffffff7ffffffu, 0xfffcffffffedfu, 0x100000005ffffu, 0x0000180000000u};
static const uint64_t FN_RRR[5] = {0x9617f757e3b0du, 0x73e9fd26776fcu, 0xe93f26238f08cu, 0x4d513b9246ba5u, 0x0a54e7b437be6u};

/* 1 / a in Montgomery form. `mul` multiplies modulo m (`words`). In: < 2, not 0 in any lane. Out: < 2. */
PP_INLINE fe inverse_of(fe a, fe (*mul)(fe, fe), const u256 *words, const modulus *m, const uint64_t rrr[5]) {
    fe a1 = fe_exchange(a, 1), pair = mul(a, a1);
    fe pair2 = fe_exchange(pair, 2), quad = mul(pair, pair2);
    fe quad4 = fe_exchange(quad, 4), product = mul(quad, quad4); /* the product of all lanes in each lane, < 1.25 */
    /* The inverse of x R is 1 / (x R). Times R^3 and divided by R, it is R / x. */
    fe inverse = mul(fe_of_number(u256_inverse(fe_first(product, words), m)), fe_all(rrr)); /* < 1.1 */
    return mul(mul(mul(inverse, quad4), pair2), a1);
}

__attribute__((noinline, unused)) static fe fe_inv(fe a) { return inverse_of(a, fe_mul, &FP_P, &MODULUS_P, FE_RRR); }
__attribute__((noinline, unused)) static fe fn_inv(fe a) { return inverse_of(a, fn_mul, &ORDER_N, &MODULUS_N, FN_RRR); }

#endif

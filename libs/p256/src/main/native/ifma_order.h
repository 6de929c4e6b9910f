/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers modulo n, the order of P-256, eight at a time: limbs as in ifma_field.h, Montgomery form with R = 2^260. "a < 2" means below 2 n.
 */
#ifndef PP_IFMA_ORDER_H
#define PP_IFMA_ORDER_H

#include "ifma_field.h"
#include "order.h"

static const uint64_t FN_N[5] = {0x9cac2fc632551u, 0xada7179e84f3bu, 0xfffffffbce6fau, 0x0000fffffffffu, 0x0ffffffff0000u};
/* -1/n mod 2^52. */
#define FN_K0 0x1c8aaee00bc4fu
static const uint64_t FN_ONE[5] = {0x353d039cdaaf0u, 0x258e8617b0c46u, 0x0000004319055u, 0xfff0000000000u, 0x00000000fffffu};
static const uint64_t FN_RR[5] = {0x5cc0dea6dc3bau, 0x192a067d8a084u, 0xbec59615571bbu, 0x1fc245b2392b6u, 0x0e12d9559d956u};

/* a b / R mod n. In: normal, a b <= 16. Out: normal, < a b / 16 + 1. Limbs stay below 2^58 on the way. */
PP_INLINE fe fn_mul(fe a, fe b) {
    lanes t[10];
    product(t, &a, &b);
    const lanes zero = _mm512_setzero_si512(), k0 = all(FN_K0);
#pragma GCC unroll 5
    for (int i = 0; i < 5; i++) {
        lanes m = mul_low(zero, t[i], k0);
#pragma GCC unroll 5
        for (int j = 0; j < 5; j++) {
            t[i + j] = mul_low(t[i + j], m, all(FN_N[j]));
            t[i + j + 1] = mul_high(t[i + j + 1], m, all(FN_N[j]));
        }
        t[i + 1] = _mm512_add_epi64(t[i + 1], _mm512_srli_epi64(t[i], 52));
    }
    return carry(t[5], t[6], t[7], t[8], t[9]);
}

/* a^(n-2): the inverse, and 0 for 0. In: < 2. Out: < 2. */
__attribute__((noinline, unused)) static fe fn_inv(fe a) {
    fe power[16];
    power[0] = fe_all(FN_ONE);
    for (int i = 1; i < 16; i++) power[i] = fn_mul(power[i - 1], a);
    u256 exponent = ORDER_N;
    exponent.w[0] -= 2;
    fe r = power[15];
    for (int i = 62; i >= 0; i--) {
        for (int k = 0; k < 4; k++) r = fn_mul(r, r);
        uint64_t digit = u256_bits(&exponent, 4 * i, 4);
        if (digit != 0) r = fn_mul(r, power[digit]);
    }
    return r;
}

/* The value mod n itself. In: normal, < 2. Out: normal, in [0, n). */
PP_INLINE fe fn_canonical(fe a) {
    fe less;
    for (int i = 0; i < 5; i++) less.l[i] = _mm512_sub_epi64(a.l[i], all(FN_N[i]));
    less = wide_carry(less); /* limb 4 keeps the sign */
    __mmask8 not_negative = _mm512_cmpge_epi64_mask(less.l[4], _mm512_setzero_si512());
    for (int i = 0; i < 5; i++) a.l[i] = _mm512_mask_mov_epi64(a.l[i], not_negative, less.l[i]);
    return a;
}

/* n - a in the lanes of `which`, a in the others. In: normal, in [0, n]. Out: normal. */
PP_INLINE fe fn_negate(fe a, __mmask8 which) {
    fe turned;
    for (int i = 0; i < 5; i++) turned.l[i] = _mm512_sub_epi64(all(FN_N[i]), a.l[i]);
    turned = wide_carry(turned);
    for (int i = 0; i < 5; i++) a.l[i] = _mm512_mask_mov_epi64(a.l[i], which, turned.l[i]);
    return a;
}

#endif

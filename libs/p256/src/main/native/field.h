/* SPDX-License-Identifier: Apache-2.0
 *
 * The field of P-256 in 64-bit words: p = 2^256 - 2^224 + 2^192 + 2^96 - 1. Elements are in Montgomery form, a R mod p
 * with R = 2^256, and always fully reduced: inputs and outputs of every function are in [0, p).
 */
#ifndef PP_FIELD_H
#define PP_FIELD_H

#include "u256.h"

typedef u256 fp;

static const u256 FP_P = {{0xffffffffffffffffu, 0x00000000ffffffffu, 0, 0xffffffff00000001u}};
/* R mod p: the number 1. */
static const fp FP_ONE = {{0x0000000000000001u, 0xffffffff00000000u, 0xffffffffffffffffu, 0x00000000fffffffeu}};
/* R^2 mod p. */
static const fp FP_RR = {{0x0000000000000003u, 0xfffffffbffffffffu, 0xfffffffffffffffeu, 0x00000004fffffffdu}};

PP_INLINE fp fp_add(fp a, fp b) {
    u256 sum;
    unsigned char carry = 0;
    for (int i = 0; i < 4; i++) sum.w[i] = add_carry(a.w[i], b.w[i], &carry);
    return u256_reduce_once(&sum, carry, &FP_P);
}

PP_INLINE fp fp_sub(fp a, fp b) {
    u256 r;
    unsigned char borrow = 0, carry = 0;
    for (int i = 0; i < 4; i++) r.w[i] = sub_borrow(a.w[i], b.w[i], &borrow);
    uint64_t add = -(uint64_t)borrow;
    for (int i = 0; i < 4; i++) r.w[i] = add_carry(r.w[i], FP_P.w[i] & add, &carry);
    return r;
}

PP_INLINE fp fp_neg(fp a) {
    const fp zero = {{0, 0, 0, 0}};
    return fp_sub(zero, a);
}

/*
 * Montgomery multiplication: a b / R mod p. Each of four rounds adds a b[i] to t, and then m p with m = t mod 2^64.
 * This clears the low word, because p = -1 mod 2^64, and t is shifted down by a word. p + 1 is 2^96 + 2^192 (2^64 -
 * 2^32 + 1), so that m p needs two shifts and one product. After each round t < 2 p, which fits into five words.
 */
#if defined(__x86_64__) && defined(__BMI2__) && defined(__ADX__)
#define FP_ROUND(i, T0, T1, T2, T3, T4, T5)                                                                                      \
    "movq 8*" #i "(%[b]), %%rdx\n\t"                                                                                             \
    "xorl %k[" #T5 "], %k[" #T5 "]\n\t" /* t5 = 0; clears both carries */                                                        \
    "mulxq 0(%[a]), %[lo], %[hi]\n\t"                                                                                            \
    "adcxq %[lo], %[" #T0 "]\n\t"                                                                                                \
    "adoxq %[hi], %[" #T1 "]\n\t"                                                                                                \
    "mulxq 8(%[a]), %[lo], %[hi]\n\t"                                                                                            \
    "adcxq %[lo], %[" #T1 "]\n\t"                                                                                                \
    "adoxq %[hi], %[" #T2 "]\n\t"                                                                                                \
    "mulxq 16(%[a]), %[lo], %[hi]\n\t"                                                                                           \
    "adcxq %[lo], %[" #T2 "]\n\t"                                                                                                \
    "adoxq %[hi], %[" #T3 "]\n\t"                                                                                                \
    "mulxq 24(%[a]), %[lo], %[hi]\n\t"                                                                                           \
    "adcxq %[lo], %[" #T3 "]\n\t"                                                                                                \
    "adoxq %[hi], %[" #T4 "]\n\t"                                                                                                \
    "movl $0, %k[lo]\n\t"                                                                                                        \
    "adcxq %[lo], %[" #T4 "]\n\t"                                                                                                \
    "adoxq %[lo], %[" #T5 "]\n\t"                                                                                                \
    "adcxq %[lo], %[" #T5 "]\n\t"                                                                                                \
    "movq %[" #T0 "], %%rdx\n\t" /* m */                                                                                         \
    "mulxq %[k], %[lo], %[hi]\n\t"                                                                                               \
    "shlq $32, %[" #T0 "]\n\t"                                                                                                   \
    "shrq $32, %%rdx\n\t"                                                                                                        \
    "addq %[" #T0 "], %[" #T1 "]\n\t"                                                                                            \
    "adcq %%rdx, %[" #T2 "]\n\t"                                                                                                 \
    "adcq %[lo], %[" #T3 "]\n\t"                                                                                                 \
    "adcq %[hi], %[" #T4 "]\n\t"                                                                                                 \
    "adcq $0, %[" #T5 "]\n\t"

PP_INLINE fp fp_mul(fp a, fp b) {
    uint64_t t0 = 0, t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5, lo, hi;
    __asm__(FP_ROUND(0, t0, t1, t2, t3, t4, t5) FP_ROUND(1, t1, t2, t3, t4, t5, t0) FP_ROUND(2, t2, t3, t4, t5, t0, t1)
                FP_ROUND(3, t3, t4, t5, t0, t1, t2)
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "=&r"(t5), [lo] "=&r"(lo), [hi] "=&r"(hi)
            : [a] "r"(a.w), [b] "r"(b.w), [k] "r"(0xffffffff00000001u), "m"(a), "m"(b)
            : "rdx", "cc");
    u256 t = {{t4, t5, t0, t1}};
    return u256_reduce_once(&t, t2, &FP_P);
}
#else
PP_INLINE fp fp_mul(fp a, fp b) {
    uint64_t t[6] = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
        u128 z = 0;
        for (int j = 0; j < 4; j++) {
            z = (u128)a.w[j] * b.w[i] + t[j] + (uint64_t)(z >> 64);
            t[j] = (uint64_t)z;
        }
        z = (u128)t[4] + (uint64_t)(z >> 64);
        t[4] = (uint64_t)z;
        t[5] = (uint64_t)(z >> 64);
        uint64_t m = t[0];
        u128 product = (u128)m * 0xffffffff00000001u;
        z = (u128)t[1] + (m << 32);
        t[0] = (uint64_t)z;
        z = (u128)t[2] + (m >> 32) + (uint64_t)(z >> 64);
        t[1] = (uint64_t)z;
        z = (u128)t[3] + (uint64_t)product + (uint64_t)(z >> 64);
        t[2] = (uint64_t)z;
        z = (u128)t[4] + (uint64_t)(product >> 64) + (uint64_t)(z >> 64);
        t[3] = (uint64_t)z;
        t[4] = t[5] + (uint64_t)(z >> 64);
    }
    u256 low = {{t[0], t[1], t[2], t[3]}};
    return u256_reduce_once(&low, t[4], &FP_P);
}
#endif

PP_INLINE fp fp_sqr(fp a) { return fp_mul(a, a); }

PP_INLINE fp fp_sqr_times(fp a, int times) {
    while (times-- > 0) a = fp_sqr(a);
    return a;
}

/* a^(p-2): the inverse, and 0 for 0. */
__attribute__((unused)) static fp fp_inv(fp x) {
    fp x2 = fp_mul(fp_sqr_times(x, 1), x);
    fp x4 = fp_mul(fp_sqr_times(x2, 2), x2);
    fp x8 = fp_mul(fp_sqr_times(x4, 4), x4);
    fp x16 = fp_mul(fp_sqr_times(x8, 8), x8);
    fp x32 = fp_mul(fp_sqr_times(x16, 16), x16);
    fp r = fp_mul(fp_sqr_times(x32, 32), x);
    r = fp_mul(fp_sqr_times(r, 128), x32);
    r = fp_mul(fp_sqr_times(r, 32), x32);
    r = fp_mul(fp_sqr_times(r, 16), x16);
    r = fp_mul(fp_sqr_times(r, 8), x8);
    r = fp_mul(fp_sqr_times(r, 4), x4);
    r = fp_mul(fp_sqr_times(r, 2), x2);
    return fp_mul(fp_sqr_times(r, 2), x);
}

/* A number below 2^256 in Montgomery form. In: any value. Out: in [0, p). */
PP_INLINE fp fp_from(u256 a) {
    a = u256_reduce_once(&a, 0, &FP_P);
    return fp_mul(a, FP_RR);
}

PP_INLINE int fp_equal(fp a, fp b) {
    return ((a.w[0] ^ b.w[0]) | (a.w[1] ^ b.w[1]) | (a.w[2] ^ b.w[2]) | (a.w[3] ^ b.w[3])) == 0;
}

#endif

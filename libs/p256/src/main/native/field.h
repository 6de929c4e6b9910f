/* SPDX-License-Identifier: Apache-2.0
 *
 * The field of P-256 in 64-bit words: p = 2^256 - 2^224 + 2^192 + 2^96 - 1. Elements are in Montgomery form, a R mod p
 * with R = 2^256, and always fully reduced: inputs and outputs of every function are in [0, p).
 */
#ifndef PP_FIELD_H
#define PP_FIELD_H

#include "inverse.h"
#include "u256.h"

typedef u256 fp;

static const u256 FP_P = {{0xffffffffffffffffu, 0x00000000ffffffffu, 0, 0xffffffff00000001u}};
/* R mod p: the number 1. */
static const fp FP_ONE = {{0x0000000000000001u, 0xffffffff00000000u, 0xffffffffffffffffu, 0x00000000fffffffeu}};
/* R^2 mod p. */
static const fp FP_RR = {{0x0000000000000003u, 0xfffffffbffffffffu, 0xfffffffffffffffeu, 0x00000004fffffffdu}};
/* R^3 mod p. */
static const fp FP_RRR = {{0xfffffffd0000000au, 0xffffffedfffffff7u, 0x00000005fffffffcu, 0x0000001800000001u}};

#if defined(__x86_64__) && defined(__BMI2__) && defined(__ADX__)
#define FP_ASSEMBLY 1
#endif

/* Assembly, because compilers turn chains of carries into much slower code. */
#ifdef FP_ASSEMBLY
/* t - p if that is not negative, else t, for t = (c, t0, t1, t2, t3) below 2 p. Overwrites u0 to u3, c and m. */
#define FP_REDUCE_ONCE                                                   \
    "movq %[t0], %[u0]\n\tmovq %[t1], %[u1]\n\tmovq %[t2], %[u2]\n\t"    \
    "movq %[t3], %[u3]\n\tmovl $-1, %k[m]\n\t"                           \
    "subq $-1, %[u0]\n\tsbbq %[m], %[u1]\n\tsbbq $0, %[u2]\n\t"          \
    "sbbq %[k], %[u3]\n\tsbbq $0, %[c]\n\t"                              \
    "cmovncq %[u0], %[t0]\n\tcmovncq %[u1], %[t1]\n\t"                   \
    "cmovncq %[u2], %[t2]\n\tcmovncq %[u3], %[t3]\n\t"

static const uint64_t FP_P3 = 0xffffffff00000001u; /* the highest word of p */

PP_INLINE fp fp_add(fp a, fp b) {
    uint64_t u0, u1, u2, u3, c, m;
    __asm__("addq %[b0], %[t0]\n\tadcq %[b1], %[t1]\n\tadcq %[b2], %[t2]\n\tadcq %[b3], %[t3]\n\t"
            "movl $0, %k[c]\n\tadcq $0, %[c]\n\t" FP_REDUCE_ONCE
            : [t0] "+&r"(a.w[0]), [t1] "+&r"(a.w[1]), [t2] "+&r"(a.w[2]), [t3] "+&r"(a.w[3]), [u0] "=&r"(u0), [u1] "=&r"(u1), [u2] "=&r"(u2),
              [u3] "=&r"(u3), [c] "=&r"(c), [m] "=&r"(m)
            : [b0] "m"(b.w[0]), [b1] "m"(b.w[1]), [b2] "m"(b.w[2]), [b3] "m"(b.w[3]), [k] "r"(FP_P3)
            : "cc");
    return a;
}

PP_INLINE fp fp_sub(fp a, fp b) {
    uint64_t m, m1, m3 = FP_P3;
    __asm__("subq %[b0], %[t0]\n\tsbbq %[b1], %[t1]\n\tsbbq %[b2], %[t2]\n\tsbbq %[b3], %[t3]\n\t"
            "sbbq %[m], %[m]\n\tmovl %k[m], %k[m1]\n\tandq %[m], %[m3]\n\t" /* p, or 0 without a borrow */
            "addq %[m], %[t0]\n\tadcq %[m1], %[t1]\n\tadcq $0, %[t2]\n\tadcq %[m3], %[t3]"
            : [t0] "+&r"(a.w[0]), [t1] "+&r"(a.w[1]), [t2] "+&r"(a.w[2]), [t3] "+&r"(a.w[3]), [m] "=&r"(m), [m1] "=&r"(m1), [m3] "+&r"(m3)
            : [b0] "rm"(b.w[0]), [b1] "rm"(b.w[1]), [b2] "rm"(b.w[2]), [b3] "rm"(b.w[3])
            : "cc");
    return a;
}
#else
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
#endif

PP_INLINE fp fp_neg(fp a) {
    const fp zero = {{0, 0, 0, 0}};
    return fp_sub(zero, a);
}

/* -a if `negative` is 1, a if it is 0. In: not 0. */
PP_INLINE fp fp_negate_if(fp a, int negative) {
    uint64_t mask = -(uint64_t)negative;
    unsigned char carry = 0;
    /* p - a = (p + 1) + ~a mod 2^256 */
    a.w[0] = a.w[0] ^ mask;
    a.w[1] = add_carry(a.w[1] ^ mask, mask & 0x100000000u, &carry);
    a.w[2] = add_carry(a.w[2] ^ mask, 0, &carry);
    a.w[3] = add_carry(a.w[3] ^ mask, mask & 0xffffffff00000001u, &carry);
    return a;
}

/*
 * Montgomery multiplication: a b / R mod p. Each of four rounds adds m p to t with m = the lowest word of t, which
 * clears this word, because p = -1 mod 2^64. p + 1 is 2^96 + 2^192 (2^64 - 2^32 + 1), so that m p needs two shifts and
 * one product. Since t < p^2, the result is below 2 p before the last subtraction.
 */
#ifdef FP_ASSEMBLY
/* (t0, t1, t2, t3) = (t1, t2, t3, 0) + (m p + t0) / 2^64 for m = t0; the highest word takes the place of t0. */
#define FP_ROUND(T0, T1, T2, T3)                \
    "movq %[" #T0 "], %%rdx\n\t"                \
    "mulxq %[k], %[c], %[m]\n\t"                \
    "shlq $32, %[" #T0 "]\n\t"                  \
    "shrq $32, %%rdx\n\t"                       \
    "addq %[" #T0 "], %[" #T1 "]\n\t"           \
    "adcq %%rdx, %[" #T2 "]\n\t"                \
    "adcq %[c], %[" #T3 "]\n\t"                 \
    "adcq $0, %[m]\n\t"                         \
    "movq %[m], %[" #T0 "]\n\t"

/* t / R mod p, for the eight words of t < p^2. */
PP_INLINE fp fp_reduce(uint64_t t[8]) {
    uint64_t c, m;
    __asm__(FP_ROUND(t0, t1, t2, t3) FP_ROUND(t1, t2, t3, t0) FP_ROUND(t2, t3, t0, t1) FP_ROUND(t3, t0, t1, t2)
            "addq %[u0], %[t0]\n\tadcq %[u1], %[t1]\n\tadcq %[u2], %[t2]\n\tadcq %[u3], %[t3]\n\t"
            "movl $0, %k[c]\n\tadcq $0, %[c]\n\t" FP_REDUCE_ONCE
            : [t0] "+&r"(t[0]), [t1] "+&r"(t[1]), [t2] "+&r"(t[2]), [t3] "+&r"(t[3]), [u0] "+&r"(t[4]), [u1] "+&r"(t[5]), [u2] "+&r"(t[6]),
              [u3] "+&r"(t[7]), [c] "=&r"(c), [m] "=&r"(m)
            : [k] "r"(FP_P3)
            : "rdx", "cc");
    return (fp){{t[0], t[1], t[2], t[3]}};
}

/* t += a b[i] 2^(64 i); T5 gets the highest word. */
#define FP_ROW(i, T1, T2, T3, T4, T5)                  \
    "movq 8*" #i "(%[b]), %%rdx\n\t"                   \
    "xorl %k[" #T5 "], %k[" #T5 "]\n\t" /* also clears both carries */ \
    "mulxq 0(%[a]), %[lo], %[hi]\n\t"                  \
    "adcxq %[lo], %[" #T1 "]\n\t"                      \
    "adoxq %[hi], %[" #T2 "]\n\t"                      \
    "mulxq 8(%[a]), %[lo], %[hi]\n\t"                  \
    "adcxq %[lo], %[" #T2 "]\n\t"                      \
    "adoxq %[hi], %[" #T3 "]\n\t"                      \
    "mulxq 16(%[a]), %[lo], %[hi]\n\t"                 \
    "adcxq %[lo], %[" #T3 "]\n\t"                      \
    "adoxq %[hi], %[" #T4 "]\n\t"                      \
    "mulxq 24(%[a]), %[lo], %[hi]\n\t"                 \
    "adcxq %[lo], %[" #T4 "]\n\t"                      \
    "adoxq %[" #T5 "], %[hi]\n\t"                      \
    "adcxq %[hi], %[" #T5 "]\n\t"

PP_INLINE fp fp_mul(fp a, fp b) {
    uint64_t t[8], lo, hi;
    __asm__("movq 0(%[b]), %%rdx\n\t"
            "mulxq 0(%[a]), %[t0], %[t1]\n\t"
            "mulxq 8(%[a]), %[lo], %[t2]\n\t"
            "mulxq 16(%[a]), %[hi], %[t3]\n\t"
            "addq %[lo], %[t1]\n\t"
            "mulxq 24(%[a]), %[lo], %[t4]\n\t"
            "adcq %[hi], %[t2]\n\t"
            "adcq %[lo], %[t3]\n\t"
            "adcq $0, %[t4]\n\t" FP_ROW(1, t1, t2, t3, t4, t5) FP_ROW(2, t2, t3, t4, t5, t6) FP_ROW(3, t3, t4, t5, t6, t7)
            : [t0] "=&r"(t[0]), [t1] "=&r"(t[1]), [t2] "=&r"(t[2]), [t3] "=&r"(t[3]), [t4] "=&r"(t[4]), [t5] "=&r"(t[5]), [t6] "=&r"(t[6]),
              [t7] "=&r"(t[7]), [lo] "=&r"(lo), [hi] "=&r"(hi)
            : [a] "r"(a.w), [b] "r"(b.w), "m"(a), "m"(b)
            : "rdx", "cc");
    return fp_reduce(t);
}

/* a^2 / R: the products of different words are added once and doubled. */
PP_INLINE fp fp_sqr(fp a) {
    uint64_t t[8], lo, hi;
    __asm__("movq 0(%[a]), %%rdx\n\t"
            "mulxq 8(%[a]), %[t1], %[t2]\n\t"
            "mulxq 16(%[a]), %[lo], %[t3]\n\t"
            "mulxq 24(%[a]), %[hi], %[t4]\n\t"
            "addq %[lo], %[t2]\n\t"
            "adcq %[hi], %[t3]\n\t"
            "adcq $0, %[t4]\n\t"
            "movq 8(%[a]), %%rdx\n\t"
            "xorl %k[t5], %k[t5]\n\t"
            "mulxq 16(%[a]), %[lo], %[hi]\n\t"
            "adcxq %[lo], %[t3]\n\t"
            "adoxq %[hi], %[t4]\n\t"
            "mulxq 24(%[a]), %[lo], %[hi]\n\t"
            "adcxq %[lo], %[t4]\n\t"
            "adoxq %[t5], %[hi]\n\t"
            "adcxq %[hi], %[t5]\n\t"
            "movq 16(%[a]), %%rdx\n\t"
            "mulxq 24(%[a]), %[lo], %[t6]\n\t"
            "addq %[lo], %[t5]\n\t"
            "adcq $0, %[t6]\n\t"
            "xorl %k[t7], %k[t7]\n\t" /* also clears both carries */
            "movq 0(%[a]), %%rdx\n\t"
            "mulxq %%rdx, %[t0], %[hi]\n\t"
            "adcxq %[t1], %[t1]\n\t"
            "adoxq %[hi], %[t1]\n\t"
            "movq 8(%[a]), %%rdx\n\t"
            "mulxq %%rdx, %[lo], %[hi]\n\t"
            "adcxq %[t2], %[t2]\n\t"
            "adoxq %[lo], %[t2]\n\t"
            "adcxq %[t3], %[t3]\n\t"
            "adoxq %[hi], %[t3]\n\t"
            "movq 16(%[a]), %%rdx\n\t"
            "mulxq %%rdx, %[lo], %[hi]\n\t"
            "adcxq %[t4], %[t4]\n\t"
            "adoxq %[lo], %[t4]\n\t"
            "adcxq %[t5], %[t5]\n\t"
            "adoxq %[hi], %[t5]\n\t"
            "movq 24(%[a]), %%rdx\n\t"
            "mulxq %%rdx, %[lo], %[hi]\n\t"
            "adcxq %[t6], %[t6]\n\t"
            "adoxq %[lo], %[t6]\n\t"
            "adcxq %[t7], %[t7]\n\t"
            "adoxq %[hi], %[t7]"
            : [t0] "=&r"(t[0]), [t1] "=&r"(t[1]), [t2] "=&r"(t[2]), [t3] "=&r"(t[3]), [t4] "=&r"(t[4]), [t5] "=&r"(t[5]), [t6] "=&r"(t[6]),
              [t7] "=&r"(t[7]), [lo] "=&r"(lo), [hi] "=&r"(hi)
            : [a] "r"(a.w), "m"(a)
            : "rdx", "cc");
    return fp_reduce(t);
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

PP_INLINE fp fp_sqr(fp a) { return fp_mul(a, a); }
#endif

/* 1 / a, and 0 for 0. The inverse of x R is 1 / (x R). Times R^3 and divided by R, it is R / x. */
__attribute__((unused)) static fp fp_inv(fp a) { return fp_mul(u256_inverse(a, &MODULUS_P), FP_RRR); }

/* A number below 2^256 in Montgomery form. In: any value. Out: in [0, p). */
PP_INLINE fp fp_from(u256 a) {
    a = u256_reduce_once(&a, 0, &FP_P);
    return fp_mul(a, FP_RR);
}

PP_INLINE int fp_equal(fp a, fp b) {
    return ((a.w[0] ^ b.w[0]) | (a.w[1] ^ b.w[1]) | (a.w[2] ^ b.w[2]) | (a.w[3] ^ b.w[3])) == 0;
}

#endif

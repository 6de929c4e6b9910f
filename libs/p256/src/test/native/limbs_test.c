/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs the unchanged code of ifma_limbs.h and ifma_order.h on intervals instead of lanes. Every instruction is
 * replaced by its effect on the least and the greatest value of a lane. No sum may exceed 64 bits, and no limb may
 * exceed its stated bounds. This is a proof for all operands; ifma_test checks the values. The program contains no
 * AVX-512 instruction, so that it can be compiled for and run on any x86-64 processor. */
#include <immintrin.h>

#include "reference.h"
#include "u256.h"

/* All values of a lane, as mathematical integers. Lanes with values below 0 are signed. */
typedef struct {
    __int128 low, high;
} interval;

static __int128 greatest; /* value of any lane since the last reset to 0 */

static interval checked(__int128 low, __int128 high) {
    const __int128 one = 1;
    CHECK(low <= high && low >= -(one << 63) && high < (one << (low < 0 ? 63 : 64)), "a lane of 64 bits overflows");
    if (high > greatest) greatest = high;
    return (interval){low, high};
}

static interval iv_set1(long long value) { return checked((unsigned long long)value, (unsigned long long)value); }
static interval iv_zero(void) { return checked(0, 0); }
static interval iv_add(interval a, interval b) { return checked(a.low + b.low, a.high + b.high); }
static interval iv_sub(interval a, interval b) { return checked(a.low - b.high, a.high - b.low); }

static interval iv_srli(interval a, int bits) {
    CHECK(a.low >= 0, "a logical shift of a possibly negative value");
    return checked(a.low >> bits, a.high >> bits);
}

static interval iv_srai(interval a, int bits) {
    CHECK(a.high < (__int128)1 << 63, "an arithmetic shift of a value that may exceed 2^63");
    return checked(a.low >> bits, a.high >> bits);
}

static interval iv_slli(interval a, int bits) { return checked(a.low * ((__int128)1 << bits), a.high * ((__int128)1 << bits)); }

/* The mask consists of low bits. */
static interval iv_and(interval a, interval mask) {
    CHECK(mask.low == mask.high && ((mask.low + 1) & mask.low) == 0, "a mask");
    return a.low >= 0 && a.high <= mask.low ? a : checked(0, mask.low);
}

/* Returns any bits: the code only compares the result with 0. */
static interval iv_or(interval a, interval b) {
    (void)a, (void)b;
    return checked(0, ((__int128)1 << 64) - 1);
}

/* Returns the low 52 bits, which a multiplication uses. */
static interval low52(interval a) {
    const __int128 limit = (__int128)1 << 52;
    return a.low >= 0 && a.high < limit ? a : (interval){0, limit - 1};
}

static interval iv_mul_low(interval acc, interval a, interval b) {
    __int128 most = low52(a).high * low52(b).high, limit = ((__int128)1 << 52) - 1;
    return checked(acc.low, acc.high + (most < limit ? most : limit));
}

static interval iv_mul_high(interval acc, interval a, interval b) { return checked(acc.low, acc.high + (low52(a).high * low52(b).high >> 52)); }

static interval iv_mask_mov(interval a, __mmask8 which, interval b) {
    (void)which;
    return checked(a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
}

static interval iv_mask_sub(interval a, __mmask8 which, interval b, interval c) { return iv_mask_mov(a, which, iv_sub(b, c)); }

#define __m512i interval
#define _mm512_set1_epi64 iv_set1
#define _mm512_setzero_si512 iv_zero
#define _mm512_add_epi64 iv_add
#define _mm512_sub_epi64 iv_sub
#define _mm512_srli_epi64 iv_srli
#define _mm512_srai_epi64 iv_srai
#define _mm512_slli_epi64 iv_slli
#define _mm512_and_si512 iv_and
#define _mm512_or_si512 iv_or
#define _mm512_madd52lo_epu64 iv_mul_low
#define _mm512_madd52hi_epu64 iv_mul_high
#define _mm512_mask_mov_epi64 iv_mask_mov
#define _mm512_mask_sub_epi64 iv_mask_sub
#undef _mm512_testn_epi64_mask
#undef _mm512_cmpeq_epi64_mask
#undef _mm512_cmpge_epi64_mask
/* Intervals do not depend on the mask of lanes. */
#define _mm512_testn_epi64_mask(a, b) ((void)(a), (void)(b), (__mmask8)0)
#define _mm512_cmpeq_epi64_mask(a, b) ((void)(a), (void)(b), (__mmask8)0)
#define _mm512_cmpge_epi64_mask(a, b) ((void)(a), (void)(b), (__mmask8)0)

#include "ifma_limbs.h"
#include "ifma_order.h"

static const __int128 limb = (__int128)1 << 52;

static fe element(__int128 low, __int128 high, __int128 top_low, __int128 top_high) {
    fe r;
    for (int i = 0; i < 4; i++) r.l[i] = (interval){low, high};
    r.l[4] = (interval){top_low, top_high};
    return r;
}

static fe normal(void) { return element(0, limb - 1, 0, limb - 1); }

/* Limbs 0 to 3 are in [0, 2^52). Limb 4 is also in this range if the value is in [0, 2^260), which bounds_test
 * checks. */
static void expect_normal(fe a, const char *what) {
    for (int i = 0; i < 4; i++) CHECK(a.l[i].low >= 0 && a.l[i].high < limb, "%s: limb %d", what, i);
}

static void expect_within(fe a, int bits, const char *what) {
    const __int128 bound = (__int128)1 << bits;
    for (int i = 0; i < 5; i++) CHECK(a.l[i].low >= -bound && a.l[i].high <= bound, "%s: limb %d is not within 2^%d", what, i, bits);
}

static int bits_of(__int128 value) {
    int bits = 0;
    while (value >> bits != 0) bits++;
    return bits;
}

int main(void) {
    fe a = normal(), y = wide_negate(a, 0xff);
    lanes t[10];

    product(t, &a, &a);
    for (int i = 0; i < 10; i++) CHECK(t[i].high < 10 * limb, "limb %d of a product", i);
    greatest = 0;
    expect_normal(fe_mul(a, a), "fe_mul");
    CHECK(bits_of(greatest) <= 57, "a multiplication mod p uses %d bits", bits_of(greatest));
    printf("limbs_test: fe_mul: lanes below 2^%d\n", bits_of(greatest));
    greatest = 0;
    expect_normal(fe_sqr(a), "fe_sqr");
    CHECK(bits_of(greatest) <= 57, "a square mod p uses %d bits", bits_of(greatest));
    printf("limbs_test: fe_sqr: lanes below 2^%d\n", bits_of(greatest));
    greatest = 0;
    expect_normal(fn_mul(a, a), "fn_mul");
    CHECK(bits_of(greatest) <= 58, "a multiplication mod n uses %d bits", bits_of(greatest));
    printf("limbs_test: fn_mul: lanes below 2^%d\n", bits_of(greatest));

    /* carry accepts limbs below 2^63. */
    interval most = {0, ((__int128)1 << 63) - 1};
    expect_normal(carry(most, most, most, most, most), "carry");

    /* The sums and differences of the formulas. */
    expect_within(wide_add(a, a), 53, "a + b");
    expect_within(wide_sub(a, a, 2), 54, "a - b + 2 p");
    expect_within(wide_sub(a, wide_add(a, a), 3), 54, "a - b - c + 3 p");
    expect_within(wide_sub(y, y, 3), 55, "y1 - y2 + 3 p");
    expect_within(wide_sub(a, y, 2), 54, "a - y + 2 p");

    fe wide = element(-4 * limb, 4 * limb, -4, limb + 3); /* limb 4 of a value in [0, 2^260) */
    expect_normal(wide_reduce(wide), "wide_reduce");
    (void)wide_is_zero(wide);
    fe wider = element(-8 * limb, 8 * limb, -8, limb + 8);
    expect_normal(wide_carry(wider), "wide_carry");

    /* q of wide_reduce is from -1 to 15. */
    interval q = iv_srai(iv_sub(wide.l[4], iv_set1(4)), 48);
    CHECK(q.low == -1 && q.high == 15, "q");

    fe canonical = fn_canonical(a), turned = fn_negate(a, 0xff);
    for (int i = 0; i < 4; i++) CHECK(canonical.l[i].low >= 0 && canonical.l[i].high < limb && turned.l[i].high < limb, "mod n: limb %d", i);
    printf("limbs_test: %ld checks\n", checks_made);
    return 0;
}

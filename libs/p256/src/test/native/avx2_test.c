/* SPDX-License-Identifier: Apache-2.0
 *
 * Compares avx2_limbs.h with reference.h in every lane, for values and limbs at the limits of the stated bounds. Checks
 * that outputs keep their bounds. A column of a product is a sum of products of limbs, none negative; so no lane
 * overflows if none does with the greatest limbs, which is part of this test.
 */
#include "avx2_inverse.h"
#include "field.h"
#include "reference.h"

enum { FOUR = 4 };

/* The limbs of one lane, as mathematical integers. */
typedef struct {
    int64_t l[LIMBS];
} limbs;

static const int64_t LIMB = (int64_t)1 << 29;

/* The value of limbs mod p. Limbs may be negative. */
static u256 value_of(const limbs *a) {
    u256 p = FP_P, v = {{0, 0, 0, 0}}, zero = v;
    for (int i = LIMBS - 1; i >= 0; i--) {
        for (int k = 0; k < 29; k++) v = ref_add(v, v, &p);
        u256 limb = {{(uint64_t)(a->l[i] < 0 ? -a->l[i] : a->l[i]), 0, 0, 0}};
        if (a->l[i] < 0) limb = u256_sub(u256_is_zero(&limb) ? &zero : &p, &limb);
        v = ref_add(v, limb, &p);
    }
    return v;
}

/* The value in multiples of 2^256, which differs from p by less than 2^-31 of it. */
static double in_p(const limbs *a) {
    double v = 0;
    for (int i = 0; i < LIMBS; i++) v = v / 0x1p29 + (double)a->l[i];
    return v / 0x1p24;
}

static limbs lane_of_wide(const wide *a, int lane) {
    limbs r;
    uint64_t words[FOUR];
    for (int i = 0; i < LIMBS; i++) {
        _mm256_storeu_si256((lanes *)words, a->l[i]);
        r.l[i] = (int64_t)words[lane];
    }
    return r;
}

static limbs lane_of_packed(const packed *a, int lane) {
    limbs r;
    uint64_t words[FOUR];
    for (int i = 0; i < PACKED; i++) {
        _mm256_storeu_si256((lanes *)words, a->l[i]);
        r.l[i] = (int32_t)(uint32_t)words[lane];
        if (i + PACKED < LIMBS) r.l[i + PACKED] = (int32_t)(uint32_t)(words[lane] >> 32);
    }
    return r;
}

static wide wide_of(const limbs a[FOUR]) {
    wide r;
    for (int i = 0; i < LIMBS; i++) r.l[i] = _mm256_set_epi64x(a[3].l[i], a[2].l[i], a[1].l[i], a[0].l[i]);
    return r;
}

static packed packed_of(const limbs a[FOUR]) {
    wide w = wide_of(a);
    return pack(&w);
}

static void expect_normal(const wide *a, double most, int lane, const char *what) {
    limbs got = lane_of_wide(a, lane);
    for (int i = 0; i < LIMBS - 1; i++) CHECK(got.l[i] >= 0 && got.l[i] < LIMB, "%s: limb %d is %llx", what, i, (unsigned long long)got.l[i]);
    CHECK(got.l[LIMBS - 1] >= 0 && in_p(&got) < most, "%s: %f p instead of %f p", what, in_p(&got), most);
}

static void expect_loose(const packed *a, int lane, const char *what) {
    limbs got = lane_of_packed(a, lane);
    for (int i = 0; i < LIMBS - 1; i++) {
        CHECK(got.l[i] > -(1 << 23) && got.l[i] < LIMB + (1 << 26), "%s: limb %d is %lld", what, i, (long long)got.l[i]);
    }
    CHECK(in_p(&got) >= 0 && in_p(&got) < 1 + 0x1p-26, "%s: %f p", what, in_p(&got));
}

/* Fills lanes with the limbs of operand i, lane by lane. */
static void normal_operands(int i, u256 v[FOUR], limbs l[FOUR]) {
    u256 p = FP_P;
    for (int lane = 0; lane < FOUR; lane++) {
        v[lane] = operand(i < LIMIT_OPERANDS ? (i + lane) % LIMIT_OPERANDS : i, &p);
        for (int k = 0; k < LIMBS; k++) l[lane].l[k] = (int64_t)u256_bits(&v[lane], 29 * k, 29);
    }
}

/* Fills lanes with the greatest limbs, the least, or random ones. */
static void extreme(limbs l[FOUR], int64_t least, int64_t most, int64_t top_most, int kind) {
    for (int lane = 0; lane < FOUR; lane++) {
        for (int k = 0; k < LIMBS; k++) {
            int64_t greatest = k == LIMBS - 1 ? top_most : most, smallest = k == LIMBS - 1 && least > 0 ? 0 : least;
            int64_t random = smallest + (int64_t)(random_word() % (uint64_t)(greatest - smallest + 1));
            l[lane].l[k] = kind == 0 ? greatest : kind == 1 ? smallest : random;
        }
    }
}

/* R = 2^261 mod p */
static u256 radix(void) {
    u256 p = FP_P, r = FP_ONE;
    for (int k = 0; k < 5; k++) r = ref_add(r, r, &p);
    return r;
}

static void check_products(const limbs a[FOUR], const limbs b[FOUR], const limbs c[FOUR]) {
    u256 p = FP_P, r = radix();
    wide wa = wide_of(a), wb = wide_of(b), wc = wide_of(c);
    wide product = mul_add(&wa, &wb, &wc), square = sqr_add(&wb, &wc), plain = mul(&wa, &wb), plain_square = sqr(&wb);
    for (int lane = 0; lane < FOUR; lane++) {
        double x = in_p(&a[lane]), y = in_p(&b[lane]), z = in_p(&c[lane]);
        u256 va = value_of(&a[lane]), vb = value_of(&b[lane]), added = ref_mul(value_of(&c[lane]), r, &p);
        u256 ab = ref_mul(va, vb, &p), bb = ref_mul(vb, vb, &p);
        const struct {
            const wide *got;
            u256 expected;
            double most;
        } all_four[4] = {{&product, ref_add(ab, added, &p), x * y / 32 + 1 + z},
                         {&square, ref_add(bb, added, &p), y * y / 32 + 1 + z},
                         {&plain, ab, x * y / 32 + 1},
                         {&plain_square, bb, y * y / 32 + 1}};
        for (int k = 0; k < 4; k++) {
            limbs got = lane_of_wide(all_four[k].got, lane);
            CHECK(ref_equal(ref_mul(value_of(&got), r, &p), all_four[k].expected), "product %d, lane %d", k, lane);
            expect_normal(all_four[k].got, all_four[k].most + 0x1p-20, lane, "a product");
        }
    }
}

/* Factors with the greatest limbs of the verifier: a difference or sum of BIAS and two packed elements, and a normal
 * element; the added element too is such a sum. */
static void check_extremes(void) {
    limbs a[FOUR], b[FOUR], c[FOUR];
    const int64_t lazy = ((int64_t)1 << 32) - ((int64_t)1 << 30) - 1, top = ((int64_t)1 << 27) + ((int64_t)1 << 26);
    for (int kind = 0; kind < 60; kind++) {
        extreme(a, 0, lazy, top, kind % 3);
        extreme(b, 0, LIMB - 1, ((int64_t)1 << 27) - 1, kind / 3 % 3);
        extreme(c, 0, lazy, top, kind / 9 % 3);
        check_products(a, b, c);
    }
}

/* Differences and sums of packed elements with the greatest and the least limbs have no negative limbs. */
static void check_differences(void) {
    limbs x[FOUR], y[FOUR];
    for (int kind = 0; kind < 40; kind++) {
        int64_t top = ((int64_t)1 << 24) + 64;
        extreme(x, -(LIMB - 1), LIMB + (1 << 26) - 1, top, kind % 3);
        extreme(y, -(LIMB - 1), LIMB + (1 << 26) - 1, top, kind / 3 % 3);
        for (int lane = 0; lane < FOUR; lane++) x[lane].l[8] %= top, y[lane].l[8] %= top;
        packed px = packed_of(x), py = packed_of(y), k = bias(), sum = packed_add(&px, &py);
        packed d = difference(&px, &py), plus = packed_add(&k, &sum);
        wide wd = addend_of(&d), ws = addend_of(&plus);
        for (int lane = 0; lane < FOUR; lane++) {
            limbs gd = lane_of_wide(&wd, lane), gs = lane_of_wide(&ws, lane);
            for (int i = 0; i < LIMBS; i++) {
                CHECK(gd.l[i] == x[lane].l[i] - y[lane].l[i] + BIAS[i], "limb %d of a difference", i);
                CHECK(gs.l[i] == x[lane].l[i] + y[lane].l[i] + BIAS[i], "limb %d of a sum", i);
                CHECK(gd.l[i] >= 0 && gd.l[i] < 3ll << 30 && gs.l[i] < 3ll << 30, "limb %d is not lazy", i);
            }
        }
    }
    /* 4 p - x1 - x2: loose elements, as after an addition. */
    for (int kind = 0; kind < 9; kind++) {
        extreme(x, -(1 << 23) + 1, LIMB + (1 << 26) - 1, ((int64_t)1 << 24) + 1, kind % 3);
        extreme(y, -(1 << 23) + 1, LIMB + (1 << 26) - 1, ((int64_t)1 << 24) + 1, kind / 3);
        packed px = packed_of(x), py = packed_of(y), sum = packed_add(&px, &py), k = bias();
        k = packed_sub(&k, &sum);
        wide w = addend_of(&k);
        for (int lane = 0; lane < FOUR; lane++) {
            limbs got = lane_of_wide(&w, lane);
            for (int i = 0; i < LIMBS; i++) CHECK(got.l[i] == BIAS[i] - x[lane].l[i] - y[lane].l[i], "limb %d of 4 p - a - b", i);
        }
    }
    limbs four_p;
    for (int i = 0; i < LIMBS; i++) four_p.l[i] = BIAS[i];
    u256 zero = value_of(&four_p);
    CHECK(u256_is_zero(&zero), "BIAS is a multiple of p");
    CHECK(in_p(&four_p) > 3.9999 && in_p(&four_p) < 4.0001, "BIAS is 4 p");
}

static void check_element(int i, int times) {
    u256 v[FOUR], r = radix();
    limbs l[FOUR], more[FOUR];
    normal_operands(i, v, l);
    /* loosen: v plus multiples of p below 12 p. */
    for (int lane = 0; lane < FOUR; lane++) {
        int64_t rest = 0;
        for (int k = 0; k < LIMBS; k++) {
            int64_t sum = l[lane].l[k] + times * (int64_t)FE_P[k] + rest;
            more[lane].l[k] = k < LIMBS - 1 ? sum & (LIMB - 1) : sum;
            rest = k < LIMBS - 1 ? sum >> 29 : 0;
        }
    }
    packed loose = loosen(wide_of(more));
    wide w = wide_of(l);
    int zero = zero_lanes(&w);
    /* The lanes share an inversion, so 1 replaces 0. */
    limbs divisors[FOUR];
    for (int lane = 0; lane < FOUR; lane++) {
        divisors[lane] = l[lane];
        for (int k = 0; u256_is_zero(&v[lane]) && k < LIMBS; k++) divisors[lane].l[k] = FE_ONE[k];
    }
    wide divisor = wide_of(divisors), inverse = fe_inv(divisor), one = mul(&inverse, &divisor);
    wide words = wide_of_numbers(&v[0], &v[1], &v[2], &v[3]);
    for (int lane = 0; lane < FOUR; lane++) {
        limbs got = lane_of_packed(&loose, lane);
        CHECK(ref_equal(value_of(&got), v[lane]), "loosen, %d p, lane %d", times, lane);
        expect_loose(&loose, lane, "loosen");
        int is_zero = u256_is_zero(&v[lane]);
        CHECK((zero >> lane & 1) == is_zero, "zero_lanes, lane %d", lane);
        expect_normal(&one, 2, lane, "a a^-1");
        got = lane_of_wide(&one, lane);
        CHECK(ref_equal(value_of(&got), r), "fe_inv, lane %d", lane);
        got = lane_of_wide(&words, lane);
        CHECK(ref_equal(value_of(&got), v[lane]), "wide_of_numbers, lane %d", lane);
        /* p itself is a zero too. */
        for (int k = 0; k < LIMBS; k++) l[lane].l[k] = FE_P[k];
    }
    w = wide_of(l);
    CHECK(zero_lanes(&w) == 15, "p is zero in every lane");
}

int main(int argc, char **argv) {
    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    limbs a[FOUR], b[FOUR], c[FOUR];
    u256 v[FOUR];
    for (int i = 0; i < LIMIT_OPERANDS + 12; i++) {
        check_element(i, i % 12);
        for (int j = 0; j < LIMIT_OPERANDS + 12; j++) {
            normal_operands(i, v, a);
            normal_operands(j, v, b);
            normal_operands(i + j, v, c);
            check_products(a, b, c);
        }
    }
    check_extremes();
    check_differences();
    printf("avx2_test: %ld checks\n", checks_made);
    return 0;
}

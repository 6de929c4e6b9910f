/* SPDX-License-Identifier: Apache-2.0
 *
 * Compares ifma_limbs.h, ifma_field.h and ifma_order.h with reference.h, for values at the limits of the stated bounds,
 * in every lane. Checks that outputs keep their bounds.
 */
#include "field.h"
#include "ifma_inverse.h"
#include "reference.h"

/* Computes v + k m as limbs, in one lane. In: v < m, k <= 15. */
static void limbs_of(u256 v, int k, const uint64_t m[5], uint64_t out[5]) {
    uint64_t words[5] = {v.w[0] & MASK52, (v.w[0] >> 52 | v.w[1] << 12) & MASK52, (v.w[1] >> 40 | v.w[2] << 24) & MASK52,
                         (v.w[2] >> 28 | v.w[3] << 36) & MASK52, v.w[3] >> 16};
    uint64_t carry = 0;
    for (int i = 0; i < 5; i++) {
        uint64_t sum = words[i] + (uint64_t)k * m[i] + carry;
        out[i] = i < 4 ? sum & MASK52 : sum;
        carry = i < 4 ? sum >> 52 : 0;
    }
}

/* Returns the value of one lane mod m, and the subtracted multiple of m. Checks that the element is normal. */
static u256 value_of(fe a, int lane, const u256 *m, const uint64_t m_limbs[5], int *multiple) {
    uint64_t limb[5], lanes_of[8];
    for (int i = 0; i < 5; i++) {
        _mm512_storeu_si512(lanes_of, a.l[i]);
        limb[i] = lanes_of[lane];
        CHECK(limb[i] <= MASK52, "limb %d is %llx: not normal", i, (unsigned long long)limb[i]);
    }
    *multiple = 0;
    for (;;) {
        /* Subtract m while the value is not below it. */
        int64_t borrow = 0;
        uint64_t less[5];
        for (int i = 0; i < 5; i++) {
            int64_t d = (int64_t)limb[i] - (int64_t)m_limbs[i] + borrow;
            less[i] = (uint64_t)d & MASK52;
            borrow = d >> 52;
        }
        if (borrow < 0) break;
        for (int i = 0; i < 5; i++) limb[i] = less[i];
        ++*multiple;
    }
    u256 v = {{limb[0] | limb[1] << 52, limb[1] >> 12 | limb[2] << 40, limb[2] >> 24 | limb[3] << 28, limb[3] >> 36 | limb[4] << 16}};
    CHECK(u256_is_less(&v, m), "a remainder that is not below the modulus");
    return v;
}

typedef struct {
    u256 v[8];
    int k[8];
    fe e;
} eight;

/* Returns eight values, at the limits or random, each plus up to `most` times the modulus. */
static eight eight_of(int i, int most, const u256 *m, const uint64_t m_limbs[5]) {
    eight r;
    uint64_t limbs[8][5], column[8];
    for (int lane = 0; lane < 8; lane++) {
        r.v[lane] = operand(i < LIMIT_OPERANDS ? (i + lane) % LIMIT_OPERANDS : i, m);
        r.k[lane] = most == 0 ? 0 : (int)(random_word() % (unsigned)(most + 1));
        if (lane % 3 == 0) r.k[lane] = most;
        limbs_of(r.v[lane], r.k[lane], m_limbs, limbs[lane]);
    }
    for (int k = 0; k < 5; k++) {
        for (int lane = 0; lane < 8; lane++) column[lane] = limbs[lane][k];
        r.e.l[k] = _mm512_loadu_si512(column);
    }
    return r;
}

static void expect(fe got, int below, const u256 *m, const uint64_t m_limbs[5], int lane, u256 expected, const char *what) {
    int multiple;
    u256 v = value_of(got, lane, m, m_limbs, &multiple);
    CHECK(ref_equal(v, expected), "%s, lane %d", what, lane);
    CHECK(multiple < below, "%s, lane %d: %d times the modulus", what, lane, multiple);
}

static void check_multiplication(int i, int j, int most_a, int most_b) {
    u256 p = FP_P, n = ORDER_N;
    /* R = 2^260 mod p, mod n */
    u256 r_p = FP_ONE, r_n = ORDER_ONE;
    for (int k = 0; k < 4; k++) r_p = ref_add(r_p, r_p, &p), r_n = ref_add(r_n, r_n, &n);
    eight a = eight_of(i, most_a, &p, FE_P), b = eight_of(j, most_b, &p, FE_P);
    eight c = eight_of(i, most_a, &n, FN_N), d = eight_of(j, most_b, &n, FN_N);
    fe product = fe_mul(a.e, b.e), order_product = fn_mul(c.e, d.e), square = fe_sqr(b.e);
    for (int lane = 0; lane < 8; lane++) {
        int multiple;
        u256 v = value_of(product, lane, &p, FE_P, &multiple);
        CHECK(multiple < 2, "fe_mul gives %d p", multiple);
        CHECK(ref_equal(ref_mul(v, r_p, &p), ref_mul(a.v[lane], b.v[lane], &p)), "fe_mul, lane %d", lane);
        v = value_of(square, lane, &p, FE_P, &multiple);
        CHECK(multiple < 2, "fe_sqr gives %d p", multiple);
        CHECK(ref_equal(ref_mul(v, r_p, &p), ref_mul(b.v[lane], b.v[lane], &p)), "fe_sqr, lane %d", lane);
        v = value_of(order_product, lane, &n, FN_N, &multiple);
        CHECK(multiple < 2, "fn_mul gives %d n", multiple);
        CHECK(ref_equal(ref_mul(v, r_n, &n), ref_mul(c.v[lane], d.v[lane], &n)), "fn_mul, lane %d", lane);
    }
}

static void check_sums(int i, int j) {
    u256 p = FP_P, zero = {{0, 0, 0, 0}};
    eight a = eight_of(i, 8, &p, FE_P), b = eight_of(j, 1, &p, FE_P), c = eight_of(j, 6, &p, FE_P), small = eight_of(i, 0, &p, FE_P);
    fe sum = fe_add(a.e, c.e), difference = fe_sub(a.e, b.e), carried = wide_carry(wide_sub(small.e, b.e, 2));
    fe reduced = wide_reduce(a.e);
    /* x3 of the addition: l^2 - x1 - x2 + 3 p with the largest operands. */
    eight l = eight_of(j, 1, &p, FE_P);
    fe x = wide_reduce(wide_sub(l.e, wide_add(small.e, small.e), 3));
    __mmask8 is_zero = wide_is_zero(a.e);
    for (int lane = 0; lane < 8; lane++) {
        expect(sum, 2, &p, FE_P, lane, ref_add(a.v[lane], c.v[lane], &p), "fe_add");
        u256 negative = u256_is_zero(&b.v[lane]) ? zero : u256_sub(&p, &b.v[lane]);
        expect(difference, 2, &p, FE_P, lane, ref_add(a.v[lane], negative, &p), "fe_sub");
        expect(carried, 4, &p, FE_P, lane, ref_add(small.v[lane], negative, &p), "wide_sub");
        expect(reduced, 2, &p, FE_P, lane, a.v[lane], "wide_reduce");
        u256 minus = u256_is_zero(&small.v[lane]) ? zero : u256_sub(&p, &small.v[lane]);
        expect(x, 2, &p, FE_P, lane, ref_add(l.v[lane], ref_add(minus, minus, &p), &p), "x3");
        CHECK((is_zero >> lane & 1) == u256_is_zero(&a.v[lane]), "wide_is_zero, lane %d", lane);
    }
}

static void check_inverses(int i) {
    u256 p = FP_P, n = ORDER_N, zero = {{0, 0, 0, 0}};
    u256 one_p = FP_ONE, one_n = ORDER_ONE;
    for (int k = 0; k < 4; k++) one_p = ref_add(one_p, one_p, &p), one_n = ref_add(one_n, one_n, &n);
    eight a = eight_of(i, 1, &p, FE_P), b = eight_of(i, 1, &n, FN_N);
    /* The lanes share an inversion, so 1 replaces 0. */
    __mmask8 a_zero = 0, b_zero = 0;
    for (int lane = 0; lane < 8; lane++) {
        a_zero |= (__mmask8)(u256_is_zero(&a.v[lane]) << lane);
        b_zero |= (__mmask8)(u256_is_zero(&b.v[lane]) << lane);
    }
    fe divisor = fe_choose(a.e, a_zero, fe_all(FE_ONE)), order_divisor = fe_choose(b.e, b_zero, fe_all(FN_ONE));
    fe one = fe_mul(fe_inv(divisor), divisor), order_one = fn_mul(fn_inv(order_divisor), order_divisor);
    fe canonical = fn_canonical(b.e), turned = fn_negate(canonical, 0xa5);
    for (int lane = 0; lane < 8; lane++) {
        expect(one, 2, &p, FE_P, lane, one_p, "fe_inv");
        expect(order_one, 2, &n, FN_N, lane, one_n, "fn_inv");
        expect(canonical, 1, &n, FN_N, lane, b.v[lane], "fn_canonical");
        u256 negative = u256_is_zero(&b.v[lane]) ? zero : u256_sub(&n, &b.v[lane]);
        expect(turned, 2, &n, FN_N, lane, 0xa5 >> lane & 1 ? negative : b.v[lane], "fn_negate");
    }
}

int main(int argc, char **argv) {
    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    for (int i = 0; i < LIMIT_OPERANDS + 20; i++) {
        check_inverses(i);
        for (int j = 0; j < LIMIT_OPERANDS + 20; j++) {
            check_multiplication(i, j, 3, 3); /* below 4 x 4 = 16 */
            check_multiplication(i, j, 7, 1); /* below 8 x 2 = 16 */
            check_sums(i, j);
        }
    }
    printf("ifma_test: %ld checks\n", checks_made);
    return 0;
}

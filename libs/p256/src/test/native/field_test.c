/* SPDX-License-Identifier: Apache-2.0
 *
 * Compares field.h, order.h and point.h with reference.h, at the limits and on random operands.
 */
#include "field.h"
#include "order.h"
#include "point.h"
#include "reference.h"

static void check_field(u256 a, u256 b) {
    u256 p = FP_P, r_mod_p = FP_ONE;
    u256 zero = {{0, 0, 0, 0}};
    fp product = fp_mul(a, b);
    CHECK(u256_is_less(&product, &p), "a product that is not reduced");
    CHECK(ref_equal(ref_mul(product, r_mod_p, &p), ref_mul(a, b, &p)), "fp_mul");
    CHECK(ref_equal(fp_sqr(a), fp_mul(a, a)), "fp_sqr");
    CHECK(ref_equal(fp_add(a, b), ref_add(a, b, &p)), "fp_add");
    CHECK(ref_equal(ref_add(fp_sub(a, b), b, &p), a), "fp_sub");
    CHECK(ref_equal(ref_add(fp_neg(a), a, &p), zero), "fp_neg");
}

static void check_inverses(u256 a) {
    u256 p = FP_P, n = ORDER_N, zero = {{0, 0, 0, 0}};
    a = ref_mod(a, &p);
    CHECK(ref_equal(fp_mul(a, fp_inv(a)), u256_is_zero(&a) ? zero : FP_ONE), "fp_inv");
    a = ref_mod(a, &n);
    CHECK(ref_equal(order_mul(a, order_inv(a)), u256_is_zero(&a) ? zero : ORDER_ONE), "order_inv");
}

static void check_order(u256 any, u256 b) {
    u256 n = ORDER_N, r_mod_n = ORDER_ONE;
    u256 product = order_mul(any, b);
    CHECK(u256_is_less(&product, &n), "a product that is not reduced");
    CHECK(ref_equal(ref_mul(product, r_mod_n, &n), ref_mul(ref_mod(any, &n), b, &n)), "order_mul");
}

/* Checks the group law on small multiples of G: the sum of i G and j G is (i + j) G for all pairs, by doubling or by
 * addition. */
static void check_points(void) {
    CHECK(affine_is_on_curve(CURVE_G), "G");
    affine multiple[20];
    jacobian sum = point_double(jacobian_of(CURVE_G));
    multiple[1] = CURVE_G;
    for (int k = 2; k < 20; k++) {
        fp z = fp_inv(sum.z), zz = fp_sqr(z);
        multiple[k].x = fp_mul(sum.x, zz);
        multiple[k].y = fp_mul(sum.y, fp_mul(zz, z));
        CHECK(affine_is_on_curve(multiple[k]), "%d G", k);
        sum = point_add_affine(sum, CURVE_G);
    }
    for (int i = 1; i < 20; i++) {
        for (int j = 1; i + j < 20; j++) {
            jacobian s = i == j ? point_double(jacobian_of(multiple[i])) : point_add_affine(jacobian_of(multiple[i]), multiple[j]);
            fp zz = fp_sqr(s.z);
            CHECK(fp_equal(s.x, fp_mul(multiple[i + j].x, zz)), "x of %d G + %d G", i, j);
            CHECK(fp_equal(s.y, fp_mul(multiple[i + j].y, fp_mul(zz, s.z))), "y of %d G + %d G", i, j);
        }
        affine opposite = {multiple[i].x, fp_neg(multiple[i].y)};
        jacobian same = point_add_affine(jacobian_of(multiple[i]), multiple[i]), none = point_add_affine(jacobian_of(multiple[i]), opposite);
        CHECK(u256_is_zero(&same.z) && u256_is_zero(&none.z), "equal and opposite points have Z = 0");
        none = point_add_affine(point_double(none), multiple[1]);
        CHECK(u256_is_zero(&none.z), "Z = 0 stays 0");
    }
}

int main(int argc, char **argv) {
    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    u256 p = FP_P, n = ORDER_N;
    for (int i = 0; i < LIMIT_OPERANDS + 60; i++) {
        u256 a = operand(i, &p), c = operand(i, &n), any = c;
        check_inverses(a);
        for (int j = 0; j < LIMIT_OPERANDS + 60; j++) {
            check_field(a, operand(j, &p));
            check_order(any, operand(j, &n));
            any = u256_sub(&any, &n); /* the subtraction wraps, because the first factor may exceed n */
        }
    }
    check_points();
    printf("field_test: %ld checks\n", checks_made);
    return 0;
}

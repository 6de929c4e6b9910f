/* SPDX-License-Identifier: Apache-2.0
 *
 * Creates signatures for chosen cases, for tests of whole verifications. Every secret is known: d of a key Q = d G, and
 * k of R = k G. A question is created from the u1 and u2 that the verifier will compute, so that a test can choose
 * every digit and every addition.
 */
#ifndef PP_QUESTION_H
#define PP_QUESTION_H

#include <string.h>

#include "order.h"
#include "point.h"
#include "reference.h"

typedef struct {
    uint8_t xy[64], digest[32], r[32], s[32];
    int valid;
} question;

static void store(u256 v, uint8_t *bytes) {
    for (int i = 0; i < 32; i++) bytes[31 - i] = (uint8_t)(v.w[i / 8] >> (8 * (i % 8)));
}

/* Numbers mod n, not in Montgomery form. */
static u256 n_add(u256 a, u256 b) { return ref_add(a, b, &ORDER_N); }
static u256 n_neg(u256 a) { return u256_is_zero(&a) ? a : u256_sub(&ORDER_N, &a); }
static u256 n_mul(u256 a, u256 b) { return order_mul(order_mul(a, b), ORDER_RR); }
static u256 n_inv(u256 a) { return order_mul(order_inv(order_mul(a, ORDER_RR)), (u256){{1, 0, 0, 0}}); }

/* Returns a random number from 1 to n - 1. */
static u256 random_scalar(void) {
    u256 v;
    do {
        for (int i = 0; i < 4; i++) v.w[i] = random_word();
        v = ref_mod(v, &ORDER_N);
    } while (u256_is_zero(&v));
    return v;
}

static affine affine_of(jacobian p) {
    fp z = fp_inv(p.z), zz = fp_sqr(z);
    affine a = {fp_mul(p.x, zz), fp_mul(p.y, fp_mul(zz, z))};
    return a;
}

/* Returns k p for k in 1..n-1. The additions never add equal or opposite points, except the last one for a few k, which
 * the check detects. */
static affine multiply(u256 k, affine p) {
    jacobian sum = {FP_ONE, FP_ONE, {{0, 0, 0, 0}}};
    for (int bit = 255; bit >= 0; bit--) {
        sum = point_double(sum);
        if (!(k.w[bit >> 6] >> (bit & 63) & 1)) continue;
        if (u256_is_zero(&sum.z)) {
            sum = jacobian_of(p);
        } else {
            jacobian next = point_add_affine(sum, p);
            CHECK(!u256_is_zero(&next.z), "k + 1 or k - 1 is n: choose another k");
            sum = next;
        }
    }
    return affine_of(sum);
}

static u256 plain(fp a) { return fp_mul(a, (u256){{1, 0, 0, 0}}); }

static void store_point(affine p, uint8_t *xy) {
    store(plain(p.x), xy);
    store(plain(p.y), xy + 32);
}

/* Returns a question for u1 G + u2 d G. It is not valid, with a random r, if the sum is infinity. In: u2, d not 0. */
static question question_of(u256 d, u256 u1, u256 u2) {
    question q;
    u256 k = n_add(u1, n_mul(u2, d));
    q.valid = !u256_is_zero(&k);
    u256 r = q.valid ? ref_mod(plain(multiply(k, CURVE_G).x), &ORDER_N) : random_scalar();
    u256 s = n_mul(r, n_inv(u2));
    store_point(multiply(d, CURVE_G), q.xy);
    store(r, q.r);
    store(s, q.s);
    store(n_mul(u1, s), q.digest);
    return q;
}

/* Finds a point with this x; returns 0 if there is none. Since p = 3 mod 4, a root of a is a^((p + 1) / 4), where
 * (p + 1) / 4 = 2^254 - 2^222 + 2^190 + 2^94. */
static int point_at(u256 x, affine *p) {
    p->x = fp_from(x);
    fp three_x = fp_add(fp_add(p->x, p->x), p->x), a = fp_add(fp_sub(fp_mul(fp_sqr(p->x), p->x), three_x), CURVE_B);
    fp root = FP_ONE;
    u256 exponent = {{0, (uint64_t)1 << 30, (uint64_t)1 << 62, 0x3fffffffc0000000u}};
    for (int bit = 255; bit >= 0; bit--) {
        root = fp_sqr(root);
        if (exponent.w[bit >> 6] >> (bit & 63) & 1) root = fp_mul(root, a);
    }
    p->y = root;
    return fp_equal(fp_sqr(root), a);
}

/* Creates a valid question whose R has this x; the secret of its key is unknown. Returns 0 if there is no such point.
 * In: x < p. */
__attribute__((unused)) static int question_of_x(u256 x, question *q) {
    affine sum;
    if (!point_at(x, &sum)) return 0;
    u256 u1 = random_scalar(), u2 = random_scalar(), r = ref_mod(x, &ORDER_N);
    if (u256_is_zero(&r)) return 0;
    /* Q = (R - u1 G) / u2 */
    jacobian rest = point_add_affine(jacobian_of(sum), multiply(n_neg(u1), CURVE_G));
    store_point(multiply(n_inv(u2), affine_of(rest)), q->xy);
    u256 s = n_mul(r, n_inv(u2));
    store(r, q->r);
    store(s, q->s);
    store(n_mul(u1, s), q->digest);
    q->valid = 1;
    return 1;
}

#endif

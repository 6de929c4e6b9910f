/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs the unchanged code of verify_ifma.c on bounds instead of numbers. The functions of ifma_limbs.h, ifma_order.h
 * and ifma_lanes.h are replaced by their stated bounds. An element consists of the least and the greatest value, in
 * multiples of the modulus, and of the least and the greatest number in each limb. Every call checks the bounds of its
 * arguments, through all additions of all shapes, including the exceptional case. So the bounds in the comments hold
 * for all inputs.
 */
#define PP_IFMA_LANES_H
#define PP_IFMA_LIMBS_H
#define PP_IFMA_ORDER_H
#include <immintrin.h>

#include "engine.h"
#include "order.h"
#include "reference.h"

typedef __m512i lanes;

typedef struct {
    double low, high; /* value, in p (or n) */
    int64_t least[5], most[5];
    lanes l[5]; /* always 0: operations on digits are not tested here */
} fe;

static const uint64_t FE_P[5] = {0xfffffffffffffu, 0x00fffffffffffu, 0, 0x1000000000u, 0x0ffffffff0000u};
static const uint64_t FE_ZERO[5] = {0};
static const uint64_t FE_ONE[5] = {0x0000000000010u, 0xf000000000000u, 0xfffffffffffffu, 0xffeffffffffffu, 0x00000000fffffu};
static const uint64_t FE_RR[5] = {0x0000000000300u, 0xffffffff00000u, 0xffffefffffffbu, 0xfdfffffffffffu, 0x0000004ffffffu};
static const uint64_t FN_ONE[5] = {0, 0, 0, 0, 1}, FN_RR[5] = {0, 0, 0, 0, 0x0e12d9559d956u};

static const int64_t LIMB = (int64_t)1 << 52;
/* E is above 1 + 2^229 / p. SLACK is above the error of all sums here: p / 2^256 and n / 2^256 differ from 1 by less
 * than 2^-31. */
static const double E = 1 + 0x1p-26, SLACK = 0x1p-30;

/* The result of wide_is_zero. */
static __mmask8 zero_lanes;
static long calls;
static double greatest_value;

static lanes all(uint64_t value) { return _mm512_set1_epi64((long long)value); }

/* Returns a normal element with values from low to high. */
static fe normal(double low, double high) {
    fe r = {.low = low < 0 ? 0 : low, .high = high + SLACK};
    CHECK(r.high < 16, "a normal element of %f p", high);
    for (int i = 0; i < 5; i++) r.most[i] = i < 4 ? LIMB - 1 : (int64_t)((r.high + SLACK) * 0x1p48);
    if (high > greatest_value) greatest_value = high;
    return r;
}

static void expect_normal(fe a) {
    CHECK(a.low >= 0 && a.high < 16, "a value from %f to %f", a.low, a.high);
    for (int i = 0; i < 5; i++) CHECK(a.least[i] >= 0 && a.most[i] < LIMB, "limb %d is not normal", i);
    calls++;
}

static void expect_within(fe a, int bits) {
    int64_t bound = (int64_t)1 << bits;
    for (int i = 0; i < 5; i++) CHECK(a.least[i] >= -bound && a.most[i] <= bound, "limb %d is not within 2^%d", i, bits);
    calls++;
}

static fe fe_all(const uint64_t limbs[5]) {
    return normal(0, (double)(limbs[4] + 1) / 0x1p48);
}

static fe fe_of_words(lanes w0, lanes w1, lanes w2, lanes w3) {
    (void)w0, (void)w1, (void)w2, (void)w3;
    return normal(0, 1); /* below 2^256: SLACK covers the difference to p or n */
}

static fe fe_mul(fe a, fe b) {
    expect_normal(a);
    expect_normal(b);
    CHECK(a.high * b.high <= 16, "factors below %f and %f", a.high, b.high);
    return normal(0, a.high * b.high / 16 + 1);
}

static fe fe_sqr(fe a) { return fe_mul(a, a); }
static fe fn_mul(fe a, fe b) { return fe_mul(a, b); }

static fe fe_exchange(fe a, int distance) {
    (void)distance;
    return a;
}

/* Returns 1, which has an inverse: the bounds of an inverse do not depend on the number. */
static u256 fe_first(fe a, const u256 *m) {
    (void)m;
    expect_normal(a);
    CHECK(a.high < 2, "%f to reduce once", a.high);
    return (u256){{1, 0, 0, 0}};
}

static fe fe_of_number(u256 a) {
    (void)a;
    return normal(0, 1);
}

static fe fn_canonical(fe a) {
    expect_normal(a);
    CHECK(a.high < 2, "%f to make canonical", a.high);
    return normal(0, 1);
}

static fe fn_negate(fe a, __mmask8 which) {
    (void)which;
    expect_normal(a);
    CHECK(a.high <= 1 + 2 * SLACK, "n - %f", a.high);
    return normal(0, 1);
}

static fe wide_add(fe a, fe b) {
    fe r = {.low = a.low + b.low, .high = a.high + b.high};
    for (int i = 0; i < 5; i++) r.least[i] = a.least[i] + b.least[i], r.most[i] = a.most[i] + b.most[i];
    expect_within(r, 55);
    return r;
}

static fe wide_sub(fe a, fe b, unsigned k) {
    fe r = {.low = a.low - b.high + k, .high = a.high - b.low + k};
    for (int i = 0; i < 5; i++) {
        int64_t p = (int64_t)(k * FE_P[i]);
        r.least[i] = a.least[i] - b.most[i] + p, r.most[i] = a.most[i] - b.least[i] + p;
    }
    expect_within(r, 55);
    return r;
}

static fe wide_negate(fe a, __mmask8 which) {
    (void)which;
    expect_normal(a);
    a.low = -a.high;
    for (int i = 0; i < 5; i++) a.least[i] = -a.most[i];
    return a;
}

static fe wide_carry(fe a) {
    expect_within(a, 55);
    CHECK(a.low >= 0 && a.high < 16, "wide_carry of %f to %f", a.low, a.high);
    return normal(a.low, a.high);
}

static fe wide_reduce(fe a) {
    expect_within(a, 54);
    CHECK(a.low >= 0 && a.high < 16, "wide_reduce of %f to %f", a.low, a.high);
    return normal(0, E - SLACK);
}

static __mmask8 wide_is_zero(fe a) {
    (void)wide_reduce(a);
    return zero_lanes;
}

static fe fe_choose(fe a, __mmask8 which, fe b) {
    (void)which;
    expect_normal(a);
    expect_normal(b);
    return normal(a.low < b.low ? a.low : b.low, (a.high > b.high ? a.high : b.high) - SLACK);
}

#include "ifma_field.h"
/* The functions of verify_ifma.c, with bounds for lanes. */
#include "verify_ifma.c"

static void check_shape(const pp_shape *shape, const pp_engine *engine, const uint8_t *table, int count) {
    const void *tables[4 * LANES];
    uint8_t digests[4 * LANES * 32], r[4 * LANES * 32], s[4 * LANES * 32], answers[4 * LANES];
    for (int i = 0; i < count; i++) tables[i] = table;
    for (int i = 0; i < 32 * count; i++) digests[i] = (uint8_t)random_word(), r[i] = (uint8_t)random_word(), s[i] = (uint8_t)random_word();
    void *memory = memory_new(ifma_workspace_size(shape, 4 * LANES));
    CHECK(memory != NULL, "memory");
    ifma_verify(engine, shape, memory, 4 * LANES, count, tables, digests, r, s, answers);
    /* Checks the stated bounds of A and A + B after all steps. */
    workspace w = workspace_in(memory, shape, 4 * LANES);
    points8 a = w.points[shape->last.first], b = w.points[shape->last.second];
    CHECK(a.x.low >= 0 && a.x.high <= E && a.y.low >= -1 - 2 * SLACK && a.y.high <= E, "A");
    CHECK(b.x.low >= 0 && b.x.high <= E && b.y.low >= 0 && b.y.high < 1.4, "A + B and its slope");
    memory_free(memory, 0);
}

int main(void) {
    /* The kernel ignores the contents of entries here. */
    static entry generator[(G_COLUMNS / G_SPACING) << (G_TEETH - 1)], table[16 << (MAX_TEETH - 1)];
    pp_engine engine = {PP_IFMA, generator};
    int shapes = 0;
    for (int teeth = MIN_TEETH; teeth <= MAX_TEETH; teeth++) {
        for (int spacing = G_SPACING; spacing <= MAX_SPACING; spacing += G_SPACING, shapes++) {
            pp_shape *shape = pp_shape_new(teeth, spacing);
            CHECK(shape != NULL, "a shape");
            for (int exceptional = 0; exceptional < 2; exceptional++) {
                zero_lanes = exceptional ? 0xff : 0;
                check_shape(shape, &engine, (const uint8_t *)table, 3 * LANES + 1);
            }
            pp_shape_free(shape);
        }
    }
    printf("bounds_test: %d shapes, %ld calls within their bounds; no value above %.2f p\n", shapes, calls, greatest_value);
    return 0;
}

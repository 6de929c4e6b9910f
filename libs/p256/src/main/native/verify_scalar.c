/* SPDX-License-Identifier: Apache-2.0
 *
 * The scalar kernel: it handles one signature after the other. The batch shares inversions. README.md explains the
 * algorithm.
 */
#include <string.h>

#include "engine.h"
#include "order.h"
#include "point.h"

/* Products of denominators form two interleaved chains, so that their multiplications overlap. */
enum { CHAINS = 2 };

typedef struct {
    scalars in;
    u256 s_product; /* product of the s of earlier signatures, mod n */
    int exceptional;
} signature;

typedef struct {
    signature *signatures;
    affine *points;  /* shape->points of each signature */
    fp *denominators; /* products so far, one for each pair of a level */
} workspace;

size_t scalar_workspace_size(const pp_shape *shape, int batch) {
    size_t points = (size_t)shape->points * (size_t)batch;
    return sizeof(signature) * (size_t)batch + sizeof(affine) * points + sizeof(fp) * (points / 2 + (size_t)batch) + 192;
}

static void *align64(void *p) { return (void *)(((uintptr_t)p + 63) & ~(uintptr_t)63); }

static workspace workspace_in(void *memory, const pp_shape *shape, int batch) {
    workspace w;
    w.points = align64(memory);
    w.denominators = align64(w.points + (size_t)shape->points * (size_t)batch);
    w.signatures = align64(w.denominators + ((size_t)shape->points * (size_t)batch / 2 + (size_t)batch));
    return w;
}

/* Loads the entries that the digits of u1 = k[0] and u2 = k[1] select. */
static void gather(const pp_shape *shape, const entry *generator, const entry *key, u256 k[2], affine *points) {
    const entry *from[MAX_POINTS];
    uint8_t negative[MAX_POINTS];
    int at = 0;
    for (int z = 0; z < 2; z++) {
        int turned = (k[z].w[0] & 1) == 0;
        if (turned) k[z] = u256_sub(&ORDER_N, &k[z]);
        int window = z == 0 ? G_WINDOW : shape->window, digits = z == 0 ? G_DIGITS : shape->digits, stride = z == 0 ? 1 : shape->stride;
        const entry *table = z == 0 ? generator : key;
        for (int i = 0; i < digits; i++, at++) {
            digit d = digit_of(&k[z], window, digits, i);
            from[at] = table + ((size_t)(i / stride) << (window - 1)) + d.entry;
            negative[at] = (uint8_t)(d.negative ^ turned);
            __builtin_prefetch(from[at]);
        }
    }
    for (int i = 0; i < at; i++) {
        points[i].x = from[i]->x;
        points[i].y = negative[i] ? fp_neg(from[i]->y) : from[i]->y;
    }
}

/* One level of pairwise affine additions in all signatures. x3 = l^2 - x1 - x2, y3 = l (x1 - x3) - y1 with l = (y2 -
 * y1) / (x2 - x1). */
static void add_level(const pp_shape *shape, int level, workspace w, int count) {
    int pairs = shape->pairs[level];
    fp chain[CHAINS] = {FP_ONE, FP_ONE};
    size_t e = 0;
    for (int v = 0; v < count; v++) {
        affine *points = w.points + (size_t)v * (size_t)shape->points;
        for (int i = 0; i < pairs; i++, e++) {
            pair p = shape->pair_at[level][i];
            fp d = fp_sub(points[p.second].x, points[p.first].x);
            if (__builtin_expect(u256_is_zero(&d), 0)) {
                /* Equal or opposite points: marks the signature and replaces the second point, so that the other sums
                 * stay defined. */
                w.signatures[v].exceptional = 1;
                points[p.second].x = fp_add(points[p.first].x, FP_ONE);
                d = FP_ONE;
            }
            w.denominators[e] = chain[e % CHAINS];
            chain[e % CHAINS] = fp_mul(chain[e % CHAINS], d);
        }
    }
    fp both = fp_inv(fp_mul(chain[0], chain[1]));
    fp inverse[CHAINS] = {fp_mul(both, chain[1]), fp_mul(both, chain[0])};
    for (int v = count - 1; v >= 0; v--) {
        affine *points = w.points + (size_t)v * (size_t)shape->points;
        for (int i = pairs - 1; i >= 0; i--) {
            e--;
            pair p = shape->pair_at[level][i];
            affine *a = points + p.first, *b = points + p.second;
            fp d = fp_sub(b->x, a->x);
            fp reciprocal = fp_mul(inverse[e % CHAINS], w.denominators[e]);
            inverse[e % CHAINS] = fp_mul(inverse[e % CHAINS], d);
            fp slope = fp_mul(fp_sub(b->y, a->y), reciprocal);
            fp x = fp_sub(fp_sub(fp_sqr(slope), a->x), b->x);
            a->y = fp_sub(fp_mul(slope, fp_sub(a->x, x)), a->y);
            a->x = x;
        }
    }
}

/* Adds the points that remain after the levels, by Horner's rule over the groups. */
static jacobian add_rest(const pp_shape *shape, const affine *points) {
    jacobian sum = {FP_ONE, FP_ONE, {{0, 0, 0, 0}}};
    int started = 0;
    for (int g = shape->stride - 1; g >= 0; g--) {
        for (int k = 0; started && k < shape->window; k++) sum = point_double(sum);
        for (int i = 0; i < shape->left[g]; i++) {
            affine next = points[shape->left_at[g][i]];
            sum = started ? point_add_affine(sum, next) : jacobian_of(next);
            started = 1;
        }
    }
    return sum;
}

static uint8_t answer_for(const pp_shape *shape, const signature *signature, const affine *points) {
    if (!signature->in.in_range) return PP_INVALID;
    if (signature->exceptional) return PP_UNDECIDED;
    jacobian sum = add_rest(shape, points);
    if (u256_is_zero(&sum.z)) return PP_UNDECIDED;
    /* x(R) = r mod n in projective coordinates: X = r Z^2. For very few r, r + n is also below p and can be x(R). */
    fp expected = fp_mul(fp_mul(signature->in.r, FP_RR), fp_sqr(sum.z));
    if (fp_equal(expected, sum.x)) return PP_VALID;
    return u256_is_less(&signature->in.r, &ORDER_P_MINUS_N) ? PP_UNDECIDED : PP_INVALID;
}

void scalar_verify(const pp_engine *engine, const pp_shape *shape, void *memory, int batch, int count, const void *const *tables,
                   const uint8_t *digests, const uint8_t *r, const uint8_t *s, uint8_t *answers) {
    workspace w = workspace_in(memory, shape, batch);
    u256 product = ORDER_ONE;
    for (int v = 0; v < count; v++) {
        signature *at = &w.signatures[v];
        at->in = scalars_load(digests, r, s, v);
        at->exceptional = 0;
        at->in.s = order_mul(at->in.s, ORDER_RR);
        at->s_product = product;
        product = order_mul(product, at->in.s);
    }
    u256 inverse = order_inv(product);
    for (int v = count - 1; v >= 0; v--) {
        signature *at = &w.signatures[v];
        u256 s_inverse = order_mul(inverse, at->s_product);
        inverse = order_mul(inverse, at->in.s);
        /* Montgomery form times plain number gives the plain u1 and u2. h may exceed n. */
        u256 k[2] = {order_mul(at->in.h, s_inverse), order_mul(at->in.r, s_inverse)};
        gather(shape, engine->generator, tables[v], k, w.points + (size_t)v * (size_t)shape->points);
    }
    for (int level = 0; level < shape->levels; level++) add_level(shape, level, w, count);
    for (int v = 0; v < count; v++) answers[v] = answer_for(shape, &w.signatures[v], w.points + (size_t)v * (size_t)shape->points);
}

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

/* The entries of one signature. */
typedef struct {
    const entry *from[MAX_POINTS];
    uint64_t negative[2]; /* of u1 and u2: bit c for column c */
} addresses;

typedef struct {
    signature *signatures;
    affine *points;   /* shape->points of each signature */
    fp *denominators; /* products so far, one for each pair of a step */
} workspace;

static size_t most_pairs(const pp_shape *shape) { return (size_t)shape->points / 2; }

size_t scalar_workspace_size(const pp_shape *shape, int batch) {
    size_t points = (size_t)shape->points * (size_t)batch;
    return sizeof(signature) * (size_t)batch + sizeof(affine) * points + sizeof(fp) * most_pairs(shape) * (size_t)batch + 192;
}

static void *align64(void *p) { return (void *)(((uintptr_t)p + 63) & ~(uintptr_t)63); }

static workspace workspace_in(void *memory, const pp_shape *shape, int batch) {
    workspace w;
    w.points = align64(memory);
    w.denominators = align64(w.points + (size_t)shape->points * (size_t)batch);
    w.signatures = align64(w.denominators + most_pairs(shape) * (size_t)batch);
    return w;
}

/* Computes and prefetches the addresses of the entries for a number in [0, n). Returns the signs. */
static uint64_t address(u256 k, int teeth, int columns, const uint32_t *block, const entry *table, const entry **from) {
    int turned = (k.w[0] & 1) == 0;
    if (turned) k = u256_sub(&ORDER_N, &k);
    selection selected;
    select_entries(&k, teeth, columns, &selected);
    for (int c = 0; c < columns; c++) {
        from[c] = table + block[c] + selected.entry[c];
        __builtin_prefetch(from[c]);
    }
    return turned ? ~selected.negative : selected.negative;
}

static void gather(const addresses *at, int count, affine *points) {
    for (int i = 0; i < count; i++) {
        int negative = (int)(i < G_COLUMNS ? at->negative[0] >> i & 1 : at->negative[1] >> (i - G_COLUMNS) & 1);
        points[i].x = at->from[i]->x;
        points[i].y = fp_negate_if(at->from[i]->y, negative);
    }
}

/* The products of all denominators of a step, in CHAINS chains. Equal or opposite points mark their signature, and the
 * second point is replaced, so that the other sums stay defined. */
static void multiply_denominators(const pp_shape *shape, const step *step, workspace w, int count, fp chain[CHAINS]) {
    for (int c = 0; c < CHAINS; c++) chain[c] = FP_ONE;
    size_t e = 0;
    for (int v = 0; v < count; v++) {
        affine *points = w.points + (size_t)v * (size_t)shape->points;
        for (int i = 0; i < step->count; i++, e++) {
            pair p = step->pairs[i];
            fp d = fp_sub(points[p.second].x, points[p.first].x);
            if (__builtin_expect(u256_is_zero(&d), 0)) {
                w.signatures[v].exceptional = 1;
                points[p.second].x = fp_add(points[p.first].x, FP_ONE);
                d = FP_ONE;
            }
            w.denominators[e] = chain[e % CHAINS];
            chain[e % CHAINS] = fp_mul(chain[e % CHAINS], d);
        }
    }
}

/* Computes a pair of a step (shape.h). */
PP_INLINE void apply(int kind, affine *a, affine *b, fp reciprocal) {
    fp slope, x;
    if (kind == TWICE) {
        /* y(A + B) = l (x1 - x3) - y1, and so the slope from A to A + B is -l - 2 y1 / (x3 - x1). */
        slope = fp_neg(fp_add(b->y, fp_mul(fp_add(a->y, a->y), reciprocal)));
    } else {
        slope = fp_mul(fp_sub(b->y, a->y), reciprocal);
    }
    x = fp_sub(fp_sub(fp_sqr(slope), a->x), b->x);
    if (kind == SLOPE) {
        b->x = x;
        b->y = slope;
    } else {
        a->y = fp_sub(fp_mul(slope, fp_sub(a->x, x)), a->y);
        a->x = x;
    }
}

PP_INLINE void apply_all(int kind, const pp_shape *shape, const step *step, workspace w, int count, fp inverse[CHAINS]) {
    size_t e = (size_t)step->count * (size_t)count;
    for (int v = count - 1; v >= 0; v--) {
        affine *points = w.points + (size_t)v * (size_t)shape->points;
        for (int i = step->count - 1; i >= 0; i--) {
            e--;
            affine *a = points + step->pairs[i].first, *b = points + step->pairs[i].second;
            fp d = fp_sub(b->x, a->x), reciprocal = fp_mul(inverse[e % CHAINS], w.denominators[e]);
            inverse[e % CHAINS] = fp_mul(inverse[e % CHAINS], d);
            apply(kind, a, b, reciprocal);
        }
    }
}

static void run(const pp_shape *shape, const step *step, workspace w, int count) {
    fp chain[CHAINS];
    multiply_denominators(shape, step, w, count, chain);
    fp both = fp_inv(fp_mul(chain[0], chain[1]));
    fp inverse[CHAINS] = {fp_mul(both, chain[1]), fp_mul(both, chain[0])};
    switch (step->kind) {
        case ADD: apply_all(ADD, shape, step, w, count, inverse); break;
        case SLOPE: apply_all(SLOPE, shape, step, w, count, inverse); break;
        case TWICE: apply_all(TWICE, shape, step, w, count, inverse); break;
    }
}

static uint8_t answer_for(const pp_shape *shape, const signature *signature, const affine *points) {
    if (!signature->in.in_range) return PP_INVALID;
    if (signature->exceptional) return PP_UNDECIDED;
    /* R = A + (A + B), as in TWICE: x(R) = (rise / run)^2 - x(A) - x(A + B). */
    const affine *a = points + shape->last.first, *b = points + shape->last.second;
    fp run = fp_sub(b->x, a->x), rise = fp_add(fp_mul(b->y, run), fp_add(a->y, a->y));
    if (u256_is_zero(&run)) return PP_UNDECIDED;
    fp r = fp_mul(signature->in.r, FP_RR), expected = fp_mul(fp_add(r, fp_add(a->x, b->x)), fp_sqr(run));
    if (fp_equal(expected, fp_sqr(rise))) return PP_VALID;
    /* For very few r, r + n is also below p and can be x(R). */
    return u256_is_less(&signature->in.r, &ORDER_P_MINUS_N) ? PP_UNDECIDED : PP_INVALID;
}

void scalar_verify(const pp_engine *engine, const pp_shape *shape, void *memory, int batch, int count, const void *const *tables,
                   const uint8_t *digests, const uint8_t *r, const uint8_t *s, uint8_t *answers) {
    workspace w = workspace_in(memory, shape, batch);
    size_t points = (size_t)shape->points;
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
    addresses at[2]; /* addresses of a signature are computed while the entries of the previous one are fetched */
    for (int v = count - 1; v >= 0; v--) {
        signature *own = &w.signatures[v];
        addresses *to = &at[v & 1];
        u256 s_inverse = order_mul(inverse, own->s_product);
        inverse = order_mul(inverse, own->in.s);
        /* Montgomery form times plain number gives the plain u1 and u2. h may exceed n. */
        to->negative[0] = address(order_mul(own->in.h, s_inverse), G_TEETH, G_COLUMNS, shape->block, engine->generator, to->from);
        to->negative[1] = address(order_mul(own->in.r, s_inverse), shape->key.teeth, shape->key.columns, shape->block + G_COLUMNS, tables[v],
                                  to->from + G_COLUMNS);
        if (v + 1 < count) gather(&at[(v + 1) & 1], shape->points, w.points + (size_t)(v + 1) * points);
    }
    gather(&at[0], shape->points, w.points);
    for (int i = 0; i < shape->steps; i++) run(shape, &shape->step[i], w, count);
    for (int v = 0; v < count; v++) answers[v] = answer_for(shape, &w.signatures[v], w.points + (size_t)v * points);
}

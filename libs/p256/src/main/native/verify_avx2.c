/* SPDX-License-Identifier: Apache-2.0
 *
 * The AVX2 kernel: four signatures at a time, one in each lane. The batch shares inversions. README.md explains the
 * algorithm, and avx2_limbs.h the bounds in the comments.
 */
#include "engine.h"

#if defined(__x86_64__)

#include <stddef.h>

#include "avx2_inverse.h"
#include "order.h"

enum {
    LANES = 4,
    /* Products of denominators form interleaved chains, so that their multiplications overlap. */
    CHAINS = 2
};

/* Affine points of four signatures, loose; y of a table entry may be negated. After SLOPE, the y of B is a slope, a
 * normal element < 1.3. */
typedef struct {
    packed x, y;
} points4;

/* Four signatures. */
typedef struct {
    scalars in[LANES];
    u256 s_product[LANES]; /* product of the s of earlier signatures, mod n */
    int exceptional;       /* bit j for lane j */
} group;

/* The entries of one group. */
typedef struct {
    const entry *from[MAX_POINTS][LANES];
    uint64_t negative[2][LANES]; /* of u1 and u2: bit c for column c */
} addresses;

typedef struct {
    points4 *points;      /* shape->points of each group */
    packed *denominators; /* products so far, one for each pair of a step, normal, < 1.3 */
    group *groups;
} workspace;

size_t avx2_workspace_size(const pp_shape *shape, int batch) {
    size_t groups = (size_t)batch / LANES, points = (size_t)shape->points * groups;
    return sizeof(points4) * points + sizeof(packed) * (points / 2) + sizeof(group) * groups;
}

static workspace workspace_in(void *memory, const pp_shape *shape, int batch) {
    size_t points = (size_t)shape->points * (size_t)batch / LANES;
    workspace w;
    w.points = memory;
    w.denominators = (packed *)(w.points + points);
    w.groups = (group *)(w.denominators + points / 2);
    return w;
}

/* Computes the addresses of the entries for a number in [0, n), in one lane. Returns the signs. */
static uint64_t address(u256 k, int teeth, int columns, const uint32_t *block, const entry *table, const entry *(*from)[LANES], int lane) {
    int turned = (k.w[0] & 1) == 0;
    if (turned) k = u256_sub(&ORDER_N, &k);
    selection selected;
    select_entries(&k, teeth, columns, &selected);
    for (int c = 0; c < columns; c++) {
        from[c][lane] = table + block[c] + selected.entry[c];
    }
    return turned ? ~selected.negative : selected.negative;
}

/* Prefetches the entries of a column into the second-level cache. Prefetches of all columns at once, or into the first
 * level, would wait for its few line fill buffers. */
PP_INLINE void prefetch(const addresses *at, int i) {
    for (int j = 0; j < LANES; j++) __builtin_prefetch(at->from[i][j], 0, 2);
}

/* Loads the entries at these addresses, and prefetches those of `next`. Subtracted entries have the limbs of y
 * negated. */
static void gather(const addresses *at, const addresses *next, int count, points4 *points) {
    lanes negative = _mm256_loadu_si256((const lanes *)at->negative[0]), zero = _mm256_setzero_si256();
    for (int i = 0; i < count; i++) {
        prefetch(next, i);
        if (i == G_COLUMNS) negative = _mm256_loadu_si256((const lanes *)at->negative[1]);
        const entry *const *from = at->from[i];
        wide x = wide_of_numbers(&from[0]->x, &from[1]->x, &from[2]->x, &from[3]->x);
        wide y = wide_of_numbers(&from[0]->y, &from[1]->y, &from[2]->y, &from[3]->y);
        lanes mask = _mm256_sub_epi64(zero, _mm256_and_si256(negative, all(1)));
        negative = _mm256_srli_epi64(negative, 1);
        points[i].x = pack(&x);
        points[i].y = pack(&y);
        for (int k = 0; k < PACKED; k++) points[i].y.l[k] = _mm256_sub_epi32(_mm256_xor_si256(points[i].y.l[k], mask), mask);
    }
}

/* x(B) - x(A) + 4, in (2.9, 5.1). Out: lazy. */
PP_INLINE wide denominator(const points4 *a, const points4 *b) {
    packed d = difference(&b->x, &a->x);
    return factor_of(&d);
}

/* 4 - a - b. In: loose. Out: lazy, upper halves clear. */
PP_INLINE wide minus_two(const packed *a, const packed *b) {
    packed k = bias(), sum = packed_add(a, b);
    k = packed_sub(&k, &sum);
    return addend_of(&k);
}

/* 4 - a. */
PP_INLINE wide minus(const packed *a) {
    packed k = bias();
    k = packed_sub(&k, a);
    return addend_of(&k);
}

/* a + b + 4. */
PP_INLINE wide plus_two(const packed *a, const packed *b) {
    packed k = bias(), sum = packed_add(a, b);
    k = packed_add(&k, &sum);
    return addend_of(&k);
}

/* Lanes in which x(A) = x(B). */
static int equal_lanes(const points4 *a, const points4 *b) {
    wide one = wide_all(FE_ONE), d = denominator(a, b), reduced = mul(&d, &one); /* < 1.2 */
    return zero_lanes(&reduced);
}

/* Marks the lanes in which a pair of this step has equal or opposite points, and replaces their second point, so that
 * the other sums stay defined. */
static __attribute__((noinline)) void set_exceptional_apart(const pp_shape *shape, const step *step, workspace w, int groups) {
    const wide one = wide_all(FE_ONE);
    const packed packed_one = pack(&one);
    for (int v = 0; v < groups; v++) {
        points4 *points = w.points + (size_t)v * (size_t)shape->points;
        for (int i = 0; i < step->count; i++) {
            points4 *a = points + step->pairs[i].first, *b = points + step->pairs[i].second;
            int equal = equal_lanes(a, b);
            if (equal == 0) continue;
            w.groups[v].exceptional |= equal;
            lanes which = _mm256_set_epi64x(-(equal >> 3 & 1), -(equal >> 2 & 1), -(equal >> 1 & 1), -(equal & 1));
            wide next = plus_two(&a->x, &packed_one);
            packed other = loosen(mul(&next, &one)); /* x(A) + 1 */
            for (int k = 0; k < PACKED; k++) b->x.l[k] = _mm256_blendv_epi8(b->x.l[k], other.l[k], which);
        }
    }
}

/* The products of all denominators of a step, in CHAINS chains; w.denominators[e] is the product before e in its chain.
 * Returns the product of all. Out: < 1.3. */
static wide multiply_denominators(const pp_shape *shape, const step *step, workspace w, int groups, wide chain[CHAINS]) {
    for (int c = 0; c < CHAINS; c++) chain[c] = wide_all(FE_ONE);
    size_t e = 0;
    for (int v = 0; v < groups; v++) {
        const points4 *points = w.points + (size_t)v * (size_t)shape->points;
        for (int i = 0; i < step->count; i++, e++) {
            wide *product = &chain[e % CHAINS], d = denominator(points + step->pairs[i].first, points + step->pairs[i].second);
            w.denominators[e] = pack(product);
            *product = mul(&d, product); /* 5.1 x 1.3 / 32 + 1 */
        }
    }
    return mul(&chain[0], &chain[1]);
}

/* Computes a pair of a step (shape.h). In: reciprocal < 1.3. */
PP_INLINE void apply(int kind, points4 *a, points4 *b, const wide *reciprocal) {
    wide c = minus_two(&a->x, &b->x);
    if (kind == TWICE) {
        /* y(A + B) = l (x1 - x3) - y1, and so the slope from A to A + B is -(l + 2 y1 / (x3 - x1)). */
        wide y2 = plus_two(&a->y, &a->y), l = addend_of(&b->y);      /* y2 in (1.9, 6.1) */
        wide minus_slope = mul_add(&y2, reciprocal, &l);             /* 6.1 x 1.3 / 32 + 1 + 1.3 < 2.6 */
        packed x = loosen(sqr_add(&minus_slope, &c));                /* 2.6^2 / 32 + 1 + 4 < 5.3 */
        packed rise = difference(&x, &a->x);
        wide factor = factor_of(&rise), own = minus(&a->y);
        a->y = loosen(mul_add(&factor, &minus_slope, &own));         /* 5.1 x 2.6 / 32 + 1 + 5 < 6.5 */
        a->x = x;
        return;
    }
    packed rise = difference(&b->y, &a->y); /* in (1.9, 6.1) */
    wide factor = factor_of(&rise), slope = mul(&factor, reciprocal); /* 6.1 x 1.3 / 32 + 1 < 1.3 */
    packed x = loosen(sqr_add(&slope, &c)); /* 1.3^2 / 32 + 1 + 4 < 5.1 */
    if (kind == SLOPE) {
        b->x = x;
        b->y = pack(&slope);
        return;
    }
    packed fall = difference(&a->x, &x);
    wide drop = factor_of(&fall), own = minus(&a->y);
    a->y = loosen(mul_add(&drop, &slope, &own)); /* 5.1 x 1.3 / 32 + 1 + 5 < 6.3 */
    a->x = x;
}

PP_INLINE void apply_all(int kind, const pp_shape *shape, const step *step, workspace w, int groups, wide inverse[CHAINS]) {
    size_t e = (size_t)step->count * (size_t)groups;
    for (int v = groups - 1; v >= 0; v--) {
        points4 *points = w.points + (size_t)v * (size_t)shape->points;
        for (int i = step->count - 1; i >= 0; i--) {
            e--;
            points4 *a = points + step->pairs[i].first, *b = points + step->pairs[i].second;
            wide *running = &inverse[e % CHAINS], before = factor_of(&w.denominators[e]), d = denominator(a, b);
            wide reciprocal = mul(running, &before); /* 1.3^2 / 32 + 1 < 1.1 */
            *running = mul(&d, running);             /* 5.1 x 1.3 / 32 + 1 < 1.3 */
            apply(kind, a, b, &reciprocal);
        }
    }
}

static void run(const pp_shape *shape, const step *step, workspace w, int groups) {
    wide chain[CHAINS], product = multiply_denominators(shape, step, w, groups, chain);
    if (__builtin_expect(zero_lanes(&product) != 0, 0)) {
        set_exceptional_apart(shape, step, w, groups);
        product = multiply_denominators(shape, step, w, groups, chain);
    }
    wide both = fe_inv(product), inverse[CHAINS] = {mul(&both, &chain[1]), mul(&both, &chain[0])};
    switch (step->kind) {
        case ADD: apply_all(ADD, shape, step, w, groups, inverse); break;
        case SLOPE: apply_all(SLOPE, shape, step, w, groups, inverse); break;
        case TWICE: apply_all(TWICE, shape, step, w, groups, inverse); break;
    }
}

/* Lanes in which a = b mod p. In: normal, < 4. */
static int same_lanes(const wide *a, const wide *b) {
    packed pa = pack(a), pb = pack(b), d = difference(&pa, &pb);
    wide one = wide_all(FE_ONE), factor = factor_of(&d), reduced = mul(&factor, &one); /* 8 / 32 + 1 */
    return zero_lanes(&reduced);
}

static void answer_group(const pp_shape *shape, const group *g, const points4 *points, int count, uint8_t *answers) {
    const wide one = wide_all(FE_ONE), rr = wide_all(FE_RR);
    /* R = A + (A + B), as in TWICE: x(R) = (rise / run)^2 - x(A) - x(A + B). */
    const points4 *a = points + shape->last.first, *b = points + shape->last.second;
    wide d = denominator(a, b), run = mul(&d, &one);                                      /* < 1.2 */
    wide y2 = plus_two(&a->y, &a->y), slope = factor_of(&b->y);
    wide rise = mul_add(&d, &slope, &y2);                                                 /* 5.1 x 1.3 / 32 + 1 + 6.1 < 7.4 */
    wide r = wide_of_numbers(&g->in[0].r, &g->in[1].r, &g->in[2].r, &g->in[3].r), x2 = plus_two(&a->x, &b->x);
    wide sum = mul_add(&r, &rr, &x2);                                                     /* 1.1 + 6.1 */
    wide run2 = sqr(&run), expected = mul(&sum, &run2), rise2 = sqr(&rise);               /* < 1.3; < 2.8 */
    int equal = same_lanes(&expected, &rise2), infinite = equal_lanes(a, b);
    for (int j = 0; j < LANES && j < count; j++) {
        if (!g->in[j].in_range) answers[j] = PP_INVALID;
        else if ((g->exceptional | infinite) >> j & 1) answers[j] = PP_UNDECIDED;
        else if (equal >> j & 1) answers[j] = PP_VALID;
        /* For very few r, r + n is also below p and can be x(R). */
        else answers[j] = u256_is_less(&g->in[j].r, &ORDER_P_MINUS_N) ? PP_UNDECIDED : PP_INVALID;
    }
}

void avx2_verify(const pp_engine *engine, const pp_shape *shape, void *memory, int batch, int count, const void *const *tables,
                 const uint8_t *digests, const uint8_t *r, const uint8_t *s, uint8_t *answers) {
    workspace w = workspace_in(memory, shape, batch);
    size_t points = (size_t)shape->points;
    int groups = (count + LANES - 1) / LANES;
    u256 product = ORDER_ONE;
    for (int v = 0; v < groups * LANES; v++) {
        group *g = &w.groups[v / LANES];
        scalars *in = &g->in[v % LANES];
        /* Lanes after the last signature repeat it. */
        *in = scalars_load(digests, r, s, v < count ? v : count - 1);
        in->s = order_mul(in->s, ORDER_RR);
        g->exceptional = 0;
        g->s_product[v % LANES] = product;
        product = order_mul(product, in->s);
    }
    u256 inverse = order_inv(product);
    addresses at[2]; /* two sets: the entries of a group are prefetched while those of the previous group are loaded */
    for (int v = groups - 1; v >= 0; v--) {
        const group *g = &w.groups[v];
        addresses *to = &at[v & 1];
        for (int j = LANES - 1; j >= 0; j--) {
            const scalars *in = &g->in[j];
            u256 s_inverse = order_mul(inverse, g->s_product[j]);
            inverse = order_mul(inverse, in->s);
            /* Montgomery form times plain number gives the plain u1 and u2. h may exceed n. */
            const entry *key = tables[v * LANES + j < count ? v * LANES + j : count - 1];
            to->negative[0][j] = address(order_mul(in->h, s_inverse), G_TEETH, G_COLUMNS, shape->block, engine->generator, to->from, j);
            to->negative[1][j] = address(order_mul(in->r, s_inverse), shape->key.teeth, shape->key.columns, shape->block + G_COLUMNS, key,
                                         to->from + G_COLUMNS, j);
        }
        if (v + 1 < groups) {
            gather(&at[(v + 1) & 1], &at[v & 1], shape->points, w.points + (size_t)(v + 1) * points);
        } else {
            for (int i = 0; i < shape->points; i++) prefetch(&at[v & 1], i);
        }
    }
    gather(&at[0], &at[0], shape->points, w.points);
    for (int i = 0; i < shape->steps; i++) run(shape, &shape->step[i], w, groups);
    for (int v = 0; v < groups; v++) {
        answer_group(shape, &w.groups[v], w.points + (size_t)v * points, count - v * LANES, answers + v * LANES);
    }
}

#else

size_t avx2_workspace_size(const pp_shape *shape, int batch) {
    (void)shape;
    (void)batch;
    return 0;
}

void avx2_verify(const pp_engine *engine, const pp_shape *shape, void *workspace, int batch, int count, const void *const *tables,
                 const uint8_t *digests, const uint8_t *r, const uint8_t *s, uint8_t *answers) {
    (void)engine, (void)shape, (void)workspace, (void)batch, (void)count, (void)tables, (void)digests, (void)r, (void)s, (void)answers;
}

#endif

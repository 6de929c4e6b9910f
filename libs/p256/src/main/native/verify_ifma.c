/* SPDX-License-Identifier: Apache-2.0
 *
 * The AVX-512 IFMA kernel: eight signatures at a time, one in each lane. The batch shares inversions. README.md
 * explains the algorithm, and ifma_limbs.h the bounds in the comments.
 */
#include "engine.h"

#if defined(__x86_64__)

#include "ifma_inverse.h"

enum {
    LANES = 8,
    /* Products of denominators form interleaved chains, so that their multiplications overlap. */
    CHAINS = 4
};

/* Affine points of eight signatures. x < E. y in (-1, E): a subtracted table entry has its limbs negated and not
 * carried. After SLOPE, the y of B is a slope, < 1.4. */
typedef struct {
    fe x, y;
} points8;

/* Eight signatures. */
typedef struct {
    fe r, s, h; /* s in Montgomery form mod n, < 2; the others plain */
    fe s_product; /* product of the s of earlier groups, lane by lane, mod n, < 2 */
    __mmask8 in_range, exceptional;
} group;

/* The addresses of the entries of one group. */
typedef struct {
    const entry *from[MAX_POINTS][LANES];
    __mmask8 negative[MAX_POINTS];
} addresses;

typedef struct {
    points8 *points;  /* shape->points of each group */
    fe *denominators; /* products so far, one for each pair of a step, < 2 */
    group *groups;
} workspace;

size_t ifma_workspace_size(const pp_shape *shape, int batch) {
    size_t groups = (size_t)batch / LANES, points = (size_t)shape->points * groups;
    return sizeof(points8) * points + sizeof(fe) * (points / 2) + sizeof(group) * groups;
}

static workspace workspace_in(void *memory, const pp_shape *shape, int batch) {
    size_t groups = (size_t)batch / LANES, points = (size_t)shape->points * groups;
    workspace w;
    w.points = memory;
    w.denominators = (fe *)(w.points + points);
    w.groups = (group *)(w.denominators + points / 2);
    return w;
}

/* Eight rows of eight words to eight columns. */
PP_INLINE void transpose(const lanes r[8], lanes c[8]) {
    lanes a0 = _mm512_unpacklo_epi64(r[0], r[1]), a1 = _mm512_unpackhi_epi64(r[0], r[1]);
    lanes a2 = _mm512_unpacklo_epi64(r[2], r[3]), a3 = _mm512_unpackhi_epi64(r[2], r[3]);
    lanes a4 = _mm512_unpacklo_epi64(r[4], r[5]), a5 = _mm512_unpackhi_epi64(r[4], r[5]);
    lanes a6 = _mm512_unpacklo_epi64(r[6], r[7]), a7 = _mm512_unpackhi_epi64(r[6], r[7]);
    lanes b0 = _mm512_shuffle_i64x2(a0, a2, 0x88), b1 = _mm512_shuffle_i64x2(a1, a3, 0x88);
    lanes b2 = _mm512_shuffle_i64x2(a0, a2, 0xdd), b3 = _mm512_shuffle_i64x2(a1, a3, 0xdd);
    lanes b4 = _mm512_shuffle_i64x2(a4, a6, 0x88), b5 = _mm512_shuffle_i64x2(a5, a7, 0x88);
    lanes b6 = _mm512_shuffle_i64x2(a4, a6, 0xdd), b7 = _mm512_shuffle_i64x2(a5, a7, 0xdd);
    c[0] = _mm512_shuffle_i64x2(b0, b4, 0x88);
    c[1] = _mm512_shuffle_i64x2(b1, b5, 0x88);
    c[2] = _mm512_shuffle_i64x2(b2, b6, 0x88);
    c[3] = _mm512_shuffle_i64x2(b3, b7, 0x88);
    c[4] = _mm512_shuffle_i64x2(b0, b4, 0xdd);
    c[5] = _mm512_shuffle_i64x2(b1, b5, 0xdd);
    c[6] = _mm512_shuffle_i64x2(b2, b6, 0xdd);
    c[7] = _mm512_shuffle_i64x2(b3, b7, 0xdd);
}

/* Reads eight signatures from `first` on. Lanes after the last signature repeat it. */
static void load_group(group *g, int first, int count, const uint8_t *digests, const uint8_t *r, const uint8_t *s) {
    uint64_t words[3][4][LANES] __attribute__((aligned(64)));
    g->in_range = g->exceptional = 0;
    for (int j = 0; j < LANES; j++) {
        scalars in = scalars_load(digests, r, s, first + j < count ? first + j : count - 1);
        g->in_range |= (__mmask8)(in.in_range << j);
        for (int i = 0; i < 4; i++) {
            words[0][i][j] = in.r.w[i];
            words[1][i][j] = in.s.w[i];
            words[2][i][j] = in.h.w[i];
        }
    }
    fe *into[3] = {&g->r, &g->s, &g->h};
    for (int k = 0; k < 3; k++) {
        *into[k] = fe_of_words(_mm512_load_si512(words[k][0]), _mm512_load_si512(words[k][1]), _mm512_load_si512(words[k][2]),
                               _mm512_load_si512(words[k][3]));
    }
}

/* Bits from .. from + 63 of numbers of four words; bits past the end are zero. */
PP_INLINE lanes bits_from(const lanes k[4], int from) {
    int word = from >> 6, shift = from & 63;
    if (word > 3) return _mm512_setzero_si512();
    lanes low = _mm512_srl_epi64(k[word], _mm_cvtsi32_si128(shift));
    if (shift == 0 || word == 3) return low;
    return _mm512_or_si512(low, _mm512_sll_epi64(k[word + 1], _mm_cvtsi32_si128(64 - shift)));
}

/* Transposes 8 x 8 bits in each lane, as transpose_bits of shape.h. */
PP_INLINE lanes transpose_lanes(lanes x) {
    static const struct {
        int shift;
        uint64_t mask;
    } rounds[3] = {{7, 0x00aa00aa00aa00aau}, {14, 0x0000cccc0000ccccu}, {28, 0x00000000f0f0f0f0u}};
    for (int i = 0; i < 3; i++) {
        __m128i shift = _mm_cvtsi32_si128(rounds[i].shift);
        lanes t = _mm512_and_si512(_mm512_xor_si512(x, _mm512_srl_epi64(x, shift)), all(rounds[i].mask));
        x = _mm512_xor_si512(x, _mm512_xor_si512(t, _mm512_sll_epi64(t, shift)));
    }
    return x;
}

/* The bits c to c + 7 of eight rows: byte i has those of column c + i. */
PP_INLINE lanes eight_columns(const lanes rows[8], int c) {
    lanes bits = _mm512_setzero_si512();
    for (int i = 0; i < 8; i++) {
        lanes byte = _mm512_and_si512(_mm512_srl_epi64(rows[i], _mm_cvtsi32_si128(c)), all(0xff));
        bits = _mm512_or_si512(bits, _mm512_sll_epi64(byte, _mm_cvtsi32_si128(8 * i)));
    }
    return transpose_lanes(bits);
}

/* Computes the addresses of the entries that eight numbers select (shape.h), from `at` on. In: k in [0, n). */
static void address(fe k, int teeth, int columns, const uint32_t *block, const entry *const table[LANES], addresses *to, int at) {
    __mmask8 turned = _mm512_testn_epi64_mask(k.l[0], all(1));
    k = fn_negate(k, turned);
    lanes words[4], rows[16];
    words[0] = _mm512_or_si512(k.l[0], _mm512_slli_epi64(k.l[1], 52));
    words[1] = _mm512_or_si512(_mm512_srli_epi64(k.l[1], 12), _mm512_slli_epi64(k.l[2], 40));
    words[2] = _mm512_or_si512(_mm512_srli_epi64(k.l[2], 24), _mm512_slli_epi64(k.l[3], 28));
    words[3] = _mm512_or_si512(_mm512_srli_epi64(k.l[3], 36), _mm512_slli_epi64(k.l[4], 16));
    lanes used = all(((uint64_t)1 << columns) - 1);
    lanes top = _mm512_or_si512(bits_from(words, (teeth - 1) * columns + 1), all((uint64_t)1 << (columns - 1)));
    for (int i = 0; i < 16; i++) {
        if (i < teeth - 1) rows[i] = _mm512_andnot_si512(_mm512_xor_si512(bits_from(words, i * columns + 1), top), used);
        else rows[i] = _mm512_setzero_si512();
    }
    lanes base = _mm512_loadu_si512(table), low = base, high = _mm512_setzero_si512();
    for (int c = 0; c < columns; c++) {
        if (c % 8 == 0) {
            low = eight_columns(rows, c);
            if (teeth > 8) high = eight_columns(rows + 8, c);
        }
        lanes index = _mm512_or_si512(_mm512_and_si512(low, all(0xff)), _mm512_slli_epi64(_mm512_and_si512(high, all(0xff)), 8));
        low = _mm512_srli_epi64(low, 8);
        high = _mm512_srli_epi64(high, 8);
        to->negative[at + c] = _mm512_testn_epi64_mask(top, all((uint64_t)1 << c)) ^ turned;
        index = _mm512_add_epi64(index, all(block[c]));
        _mm512_storeu_si512(to->from[at + c], _mm512_add_epi64(base, _mm512_slli_epi64(index, 6)));
    }
}

/* Prefetches the entries of a column into the second-level cache. Prefetches of all columns at once, or into the first
 * level, would wait for its few line fill buffers. */
PP_INLINE void prefetch(const addresses *from, int i) {
    for (int j = 0; j < LANES; j++) _mm_prefetch((const char *)from->from[i][j], _MM_HINT_T1);
}

/* Loads the entries at these addresses, and prefetches those of `next`. */
static void gather(const addresses *from, const addresses *next, int count, points8 *points) {
    for (int i = 0; i < count; i++) {
        prefetch(next, i);
        lanes rows[LANES], words[LANES];
        for (int j = 0; j < LANES; j++) rows[j] = _mm512_load_si512(from->from[i][j]);
        transpose(rows, words);
        points[i].x = fe_of_words(words[0], words[1], words[2], words[3]);
        points[i].y = wide_negate(fe_of_words(words[4], words[5], words[6], words[7]), from->negative[i]);
    }
}

/* x2 - x1 of a pair. In: < E. Out: normal, in (0, 3.1). */
PP_INLINE fe denominator(const points8 *a, const points8 *b) { return wide_carry(wide_sub(b->x, a->x, 2)); }

/* Marks the lanes in which a pair of this step has equal or opposite points, and replaces their second point, so that
 * the other sums stay defined. */
static __attribute__((noinline)) void set_exceptional_apart(const pp_shape *shape, const step *step, workspace w, int groups) {
    for (int v = 0; v < groups; v++) {
        points8 *points = w.points + (size_t)v * (size_t)shape->points;
        for (int i = 0; i < step->count; i++) {
            pair p = step->pairs[i];
            __mmask8 equal = wide_is_zero(wide_sub(points[p.second].x, points[p.first].x, 2));
            if (equal == 0) continue;
            w.groups[v].exceptional |= equal;
            points[p.second].x = fe_choose(points[p.second].x, equal, fe_add(points[p.first].x, fe_all(FE_ONE)));
        }
    }
}

/* The products of all denominators of a step, in CHAINS chains; w.denominators[e] is the product before e in its chain.
 * Returns the product of all. Out: < 2. */
static fe multiply_denominators(const pp_shape *shape, const step *step, workspace w, int groups, fe chain[CHAINS]) {
    for (int c = 0; c < CHAINS; c++) chain[c] = fe_all(FE_ONE);
    size_t e = 0;
    for (int v = 0; v < groups; v++) {
        const points8 *points = w.points + (size_t)v * (size_t)shape->points;
        for (int i = 0; i < step->count; i++, e++) {
            pair p = step->pairs[i];
            fe *product = &chain[e % CHAINS];
            w.denominators[e] = *product;
            *product = fe_mul(*product, denominator(points + p.first, points + p.second)); /* 2 x 3.1 <= 16 */
        }
    }
    return fe_mul(fe_mul(chain[0], chain[1]), fe_mul(chain[2], chain[3]));
}

/* Computes a pair of a step (shape.h). In: reciprocal < 1.25. */
PP_INLINE void apply(int kind, points8 *a, points8 *b, fe reciprocal) {
    const fe zero = fe_all(FE_ZERO);
    if (kind == TWICE) {
        /* y(A + B) = l (x1 - x3) - y1, and so the slope from A to A + B is -(l + 2 y1 / (x3 - x1)). */
        fe y2 = wide_carry(wide_sub(wide_add(a->y, a->y), zero, 3));         /* in (0.9, 5.1) */
        fe minus_slope = wide_carry(wide_add(b->y, fe_mul(y2, reciprocal))); /* 1.4 + 1.4 */
        fe x = wide_reduce(wide_sub(fe_sqr(minus_slope), wide_add(a->x, b->x), 3));
        fe rise = wide_carry(wide_sub(x, a->x, 2));                          /* < 3.1 */
        a->y = fe_sub(fe_mul(minus_slope, rise), a->y);                      /* < 1.6, less (-1, E) */
        a->x = x;
        return;
    }
    fe rise = wide_carry(wide_sub(b->y, a->y, 3)); /* b.y - a.y in (-2.1, 2.1): in (0.9, 5.1) */
    fe slope = fe_mul(rise, reciprocal);           /* 5.1 x 1.25: < 1.4 */
    /* l^2 < 1.13; l^2 - x1 - x2 + 3 in (0.9, 4.2), wide: four normal elements */
    fe x = wide_reduce(wide_sub(fe_sqr(slope), wide_add(a->x, b->x), 3));
    if (kind == SLOPE) {
        b->x = x;
        b->y = slope;
        return;
    }
    fe fall = wide_carry(wide_sub(a->x, x, 2));   /* < 3.1 */
    a->y = fe_sub(fe_mul(slope, fall), a->y);     /* < 1.3, less (-1, E) */
    a->x = x;
}

PP_INLINE void apply_all(int kind, const pp_shape *shape, const step *step, workspace w, int groups, fe inverse[CHAINS]) {
    size_t e = (size_t)step->count * (size_t)groups;
    for (int v = groups - 1; v >= 0; v--) {
        points8 *points = w.points + (size_t)v * (size_t)shape->points;
        for (int i = step->count - 1; i >= 0; i--) {
            e--;
            points8 *a = points + step->pairs[i].first, *b = points + step->pairs[i].second;
            fe *running = &inverse[e % CHAINS];
            fe reciprocal = fe_mul(*running, w.denominators[e]); /* < 1.25 */
            *running = fe_mul(*running, denominator(a, b));      /* 2 x 3.1: < 1.4 */
            apply(kind, a, b, reciprocal);
        }
    }
}

static void run(const pp_shape *shape, const step *step, workspace w, int groups) {
    fe chain[CHAINS], product = multiply_denominators(shape, step, w, groups, chain);
    if (__builtin_expect(wide_is_zero(product) != 0, 0)) {
        set_exceptional_apart(shape, step, w, groups);
        product = multiply_denominators(shape, step, w, groups, chain);
    }
    fe inverted = fe_inv(product);
    fe inverted01 = fe_mul(inverted, fe_mul(chain[2], chain[3])), inverted23 = fe_mul(inverted, fe_mul(chain[0], chain[1]));
    fe inverse[CHAINS] = {fe_mul(inverted01, chain[1]), fe_mul(inverted01, chain[0]), fe_mul(inverted23, chain[3]), fe_mul(inverted23, chain[2])};
    switch (step->kind) {
        case ADD: apply_all(ADD, shape, step, w, groups, inverse); break;
        case SLOPE: apply_all(SLOPE, shape, step, w, groups, inverse); break;
        case TWICE: apply_all(TWICE, shape, step, w, groups, inverse); break;
    }
}

static void answer_group(const pp_shape *shape, const group *g, const points8 *points, int first, int count, const uint8_t *r, uint8_t *answers) {
    /* R = A + (A + B), as in TWICE: x(R) = (rise / run)^2 - x(A) - x(A + B). */
    const points8 *a = points + shape->last.first, *b = points + shape->last.second;
    fe run = denominator(a, b);
    fe y2 = wide_carry(wide_sub(wide_add(a->y, a->y), fe_all(FE_ZERO), 3)); /* in (0.9, 5.1) */
    fe rise = wide_reduce(wide_add(fe_mul(b->y, run), y2));                 /* 1.3 + 5.1, reduced */
    fe r_mont = fe_mul(g->r, fe_all(FE_RR));                                /* < 1.1 */
    fe sum = wide_carry(wide_add(r_mont, wide_add(a->x, b->x)));            /* < 3.2 */
    fe expected = fe_mul(sum, fe_sqr(run));                                 /* 3.2 x 1.7 */
    __mmask8 equal = wide_is_zero(wide_sub(expected, fe_sqr(rise), 2));
    __mmask8 infinite = wide_is_zero(run);
    for (int j = 0; j < LANES && first + j < count; j++) {
        __mmask8 lane = (__mmask8)(1 << j);
        uint8_t answer;
        if (!(g->in_range & lane)) {
            answer = PP_INVALID;
        } else if ((g->exceptional | infinite) & lane) {
            answer = PP_UNDECIDED;
        } else if (equal & lane) {
            answer = PP_VALID;
        } else {
            /* For very few r, r + n is also below p and can be x(R). */
            u256 r_j = u256_load(r + 32 * (size_t)(first + j));
            answer = u256_is_less(&r_j, &ORDER_P_MINUS_N) ? PP_UNDECIDED : PP_INVALID;
        }
        answers[first + j] = answer;
    }
}

void ifma_verify(const pp_engine *engine, const pp_shape *shape, void *memory, int batch, int count, const void *const *tables,
                 const uint8_t *digests, const uint8_t *r, const uint8_t *s, uint8_t *answers) {
    workspace w = workspace_in(memory, shape, batch);
    int groups = (count + LANES - 1) / LANES;
    fe product = fe_all(FN_ONE);
    for (int v = 0; v < groups; v++) {
        group *g = &w.groups[v];
        load_group(g, v * LANES, count, digests, r, s);
        g->s = fn_mul(g->s, fe_all(FN_RR)); /* 1 x 1: < 1.1 */
        g->s_product = product;
        product = fn_mul(product, g->s);
    }
    fe inverse = fn_inv(product);
    const entry *generator[LANES];
    for (int j = 0; j < LANES; j++) generator[j] = engine->generator;
    addresses at[2]; /* two sets: the entries of a group are prefetched while those of the previous group are loaded */
    for (int v = groups - 1; v >= 0; v--) {
        group *g = &w.groups[v];
        fe s_inverse = fn_mul(inverse, g->s_product);
        inverse = fn_mul(inverse, g->s);
        /* Montgomery form times plain number gives the plain u1 and u2. h < 2^256 < 1.1. */
        fe u1 = fn_canonical(fn_mul(s_inverse, g->h)), u2 = fn_canonical(fn_mul(s_inverse, g->r));
        const entry *keys[LANES];
        for (int j = 0; j < LANES; j++) keys[j] = tables[v * LANES + j < count ? v * LANES + j : count - 1];
        address(u1, G_TEETH, G_COLUMNS, shape->block, generator, &at[v & 1], 0);
        address(u2, shape->key.teeth, shape->key.columns, shape->block + G_COLUMNS, keys, &at[v & 1], G_COLUMNS);
        if (v + 1 < groups) {
            gather(&at[(v + 1) & 1], &at[v & 1], shape->points, w.points + (size_t)(v + 1) * (size_t)shape->points);
        } else {
            for (int i = 0; i < shape->points; i++) prefetch(&at[v & 1], i);
        }
    }
    gather(&at[0], &at[0], shape->points, w.points);
    for (int i = 0; i < shape->steps; i++) run(shape, &shape->step[i], w, groups);
    for (int v = 0; v < groups; v++) {
        answer_group(shape, &w.groups[v], w.points + (size_t)v * (size_t)shape->points, v * LANES, count, r, answers);
    }
}

#else

size_t ifma_workspace_size(const pp_shape *shape, int batch) {
    (void)shape;
    (void)batch;
    return 0;
}

void ifma_verify(const pp_engine *engine, const pp_shape *shape, void *workspace, int batch, int count, const void *const *tables,
                 const uint8_t *digests, const uint8_t *r, const uint8_t *s, uint8_t *answers) {
    (void)engine, (void)shape, (void)workspace, (void)batch, (void)count, (void)tables, (void)digests, (void)r, (void)s, (void)answers;
}

#endif

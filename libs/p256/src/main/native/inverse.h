/* SPDX-License-Identifier: Apache-2.0
 *
 * Inverses modulo p and n by division steps: D. Bernstein and B. Yang, "Fast constant-time gcd computation and modular
 * inversion", 2019. A step replaces (f, g), f odd, by a pair with the same greatest common divisor, until g is 0. 62
 * steps depend only on the low words of f and g, and are one linear map of both. The number of steps, and so the time,
 * depends on the input.
 */
#ifndef PP_INVERSE_H
#define PP_INVERSE_H

#include "u256.h"

enum { STEPS = 62 };
#define MASK62 (((uint64_t)1 << STEPS) - 1)

/* The sum of v[i] 2^(62 i). Limbs 0 to 3 are in [0, 2^62); limb 4 has the sign. */
typedef struct {
    int64_t v[5];
} signed310;

typedef struct {
    signed310 m;
    uint64_t inverse; /* 1 / m mod 2^62 */
} modulus;

static const modulus MODULUS_P = {{{0x3fffffffffffffff, 0x3ffffffff, 0, 0x3fffffc000000040, 0xff}}, 0x3fffffffffffffffu};
static const modulus MODULUS_N = {{{0x33b9cac2fc632551, 0x339beab69c5e7a13, 0x3ffffffffffffffb, 0x3fffffc00000003f, 0xff}}, 0x332e375511ff43b1u};

/* 62 division steps: 2^62 (f', g') = (fu f + fv g, gu f + gv g). |fu| + |fv| and |gu| + |gv| are at most 2^62. */
typedef struct {
    int64_t fu, fv, gu, gv;
} transition;

/* In: the low words of f and g, f odd. Returns the new delta. */
PP_INLINE int division_steps(int delta, uint64_t f, uint64_t g, transition *to) {
    uint64_t fu = 1, fv = 0, gu = 0, gv = 1;
    int left = STEPS;
    for (;;) {
        /* Steps with an even g. A bit at `left` ends the count. */
        int even = __builtin_ctzll(g | (uint64_t)1 << left);
        g >>= even, fu <<= even, fv <<= even;
        delta += even, left -= even;
        if (left == 0) break;
        if (delta > 0) {
            uint64_t f_before = f, fu_before = fu, fv_before = fv;
            f = g, fu = gu, fv = gv;
            g = -f_before, gu = -fu_before, gv = -fv_before;
            delta = -delta;
        }
        /* The next 1 - delta steps add f to an odd g, so up to six of them add a multiple of f at once. f^2 = 1 mod 8,
         * and 1 / f = f (2 - f^2) mod 64. */
        int count = left < 1 - delta ? left : 1 - delta;
        uint64_t multiple = f * g * (f * f - 2) & (count < 6 ? ((uint64_t)1 << count) - 1 : 63);
        g += multiple * f, gu += multiple * fu, gv += multiple * fv;
    }
    *to = (transition){(int64_t)fu, (int64_t)fv, (int64_t)gu, (int64_t)gv};
    return delta;
}

/* (u a + v b + w c) / 2^62, which is an integer. In: |u| and |v| at most 2^62, |w| at most 2^63. */
PP_INLINE signed310 combine(int64_t u, const signed310 *a, int64_t v, const signed310 *b, int64_t w, const signed310 *c) {
    signed310 r;
    __int128 sum = (__int128)u * a->v[0] + (__int128)v * b->v[0] + (__int128)w * c->v[0];
    for (int i = 1; i < 5; i++) {
        sum = (sum >> STEPS) + (__int128)u * a->v[i] + (__int128)v * b->v[i] + (__int128)w * c->v[i];
        r.v[i - 1] = (int64_t)((uint64_t)sum & MASK62);
    }
    r.v[4] = (int64_t)(sum >> STEPS);
    return r;
}

/* (u d + v e) / 2^62 mod m. In: d and e in (-2 m, m). Out: in (-2 m, m), since m is added to negative d and e, so that
 * the sum is in (-2^62 m, 2^62 m), and then less than 2^62 m is subtracted to get a multiple of 2^62. */
PP_INLINE signed310 combine_mod(int64_t u, const signed310 *d, int64_t v, const signed310 *e, const modulus *m) {
    int64_t added = (u & d->v[4] >> 63) + (v & e->v[4] >> 63);
    uint64_t low = (uint64_t)u * (uint64_t)d->v[0] + (uint64_t)v * (uint64_t)e->v[0];
    int64_t subtracted = (int64_t)((low * m->inverse + (uint64_t)added) & MASK62);
    return combine(u, d, v, e, added - subtracted, &m->m);
}

/* k a + j m. In: |k| and |j| at most 1. */
PP_INLINE signed310 add_multiple(int k, const signed310 *a, int j, const modulus *m) {
    signed310 r;
    int64_t sum = 0;
    for (int i = 0; i < 5; i++) {
        sum += k * a->v[i] + j * m->m.v[i];
        r.v[i] = i < 4 ? (int64_t)((uint64_t)sum & MASK62) : sum;
        sum >>= STEPS;
    }
    return r;
}

/* 1 / a mod m, and 0 for 0. In: [0, m). Out: [0, m). */
__attribute__((unused)) static u256 u256_inverse(u256 a, const modulus *m) {
    signed310 f = m->m, d = {{0}}, e = {{1}};
    signed310 g = {{(int64_t)(a.w[0] & MASK62), (int64_t)((a.w[0] >> 62 | a.w[1] << 2) & MASK62), (int64_t)((a.w[1] >> 60 | a.w[2] << 4) & MASK62),
                    (int64_t)((a.w[2] >> 58 | a.w[3] << 6) & MASK62), (int64_t)(a.w[3] >> 56)}};
    /* d a = f and e a = g mod m. */
    for (int delta = 1; (g.v[0] | g.v[1] | g.v[2] | g.v[3] | g.v[4]) != 0;) {
        transition t;
        delta = division_steps(delta, (uint64_t)f.v[0], (uint64_t)g.v[0], &t);
        signed310 f_next = combine(t.fu, &f, t.fv, &g, 0, &f), d_next = combine_mod(t.fu, &d, t.fv, &e, m);
        g = combine(t.gu, &f, t.gv, &g, 0, &g);
        e = combine_mod(t.gu, &d, t.gv, &e, m);
        f = f_next;
        d = d_next;
    }
    /* f is 1 or -1, or m for a = 0, and d is in (-2 m, m). */
    if (f.v[4] < 0) d = add_multiple(-1, &d, 0, m);
    while (d.v[4] < 0) d = add_multiple(1, &d, 1, m);
    signed310 less = add_multiple(1, &d, -1, m);
    if (less.v[4] >= 0) d = less;
    uint64_t v[5];
    for (int i = 0; i < 5; i++) v[i] = (uint64_t)d.v[i];
    return (u256){{v[0] | v[1] << 62, v[1] >> 2 | v[2] << 60, v[2] >> 4 | v[3] << 58, v[3] >> 6 | v[4] << 56}};
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Simple reference arithmetic: products modulo m by doubling and adding, one bit at a time. Also the shared functions
 * of all tests of this folder.
 */
#ifndef PP_REFERENCE_H
#define PP_REFERENCE_H

#include <stdio.h>
#include <stdlib.h>

#include "u256.h"

/* a + b mod m. In: a, b < m. */
static u256 ref_add(u256 a, u256 b, const u256 *m) {
    u256 sum;
    unsigned char carry = 0;
    for (int i = 0; i < 4; i++) sum.w[i] = add_carry(a.w[i], b.w[i], &carry);
    return u256_reduce_once(&sum, carry, m);
}

/* a mod m, for any a. In: m > 2^255. */
static u256 ref_mod(u256 a, const u256 *m) { return u256_reduce_once(&a, 0, m); }

/* a b mod m. In: a, b < m. */
__attribute__((unused)) static u256 ref_mul(u256 a, u256 b, const u256 *m) {
    u256 product = {{0, 0, 0, 0}};
    for (int bit = 255; bit >= 0; bit--) {
        product = ref_add(product, product, m);
        if (b.w[bit >> 6] >> (bit & 63) & 1) product = ref_add(product, a, m);
    }
    return product;
}

__attribute__((unused)) static int ref_equal(u256 a, u256 b) { return a.w[0] == b.w[0] && a.w[1] == b.w[1] && a.w[2] == b.w[2] && a.w[3] == b.w[3]; }

/* State of a repeatable stream of numbers (splitmix64). */
static uint64_t random_state;

static uint64_t random_word(void) {
    uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static long checks_made;

#define CHECK(condition, ...)                                      \
    do {                                                           \
        checks_made++;                                             \
        if (!(condition)) {                                        \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            fprintf(stderr, __VA_ARGS__);                          \
            fputc('\n', stderr);                                   \
            exit(1);                                               \
        }                                                          \
    } while (0)

/* Returns operand i below m. The first LIMIT_OPERANDS are 0, 1, m - 1, and powers of two at word and limb boundaries
 * with their neighbors. The others are random. */
__attribute__((unused)) static u256 operand(int i, const u256 *m) {
    u256 zero = {{0, 0, 0, 0}}, one = {{1, 0, 0, 0}}, v = zero;
    u256 least = u256_sub(m, &one);
    if (i == 0) return zero;
    if (i == 1) return one;
    if (i == 2) return least;
    if (i < 3 + 3 * 8) {
        static const int bits[8] = {52, 64, 96, 104, 128, 156, 192, 208};
        int bit = bits[(i - 3) / 3];
        v.w[bit >> 6] = (uint64_t)1 << (bit & 63);
        if ((i - 3) % 3 == 1) v = u256_sub(&v, &one);
        if ((i - 3) % 3 == 2) v = ref_add(v, one, m);
        return v;
    }
    for (int k = 0; k < 4; k++) {
        uint64_t word = random_word();
        /* Words of all ones or zeros cause long carries. */
        v.w[k] = (word & 7) == 0 ? 0 : (word & 7) == 1 ? ~(uint64_t)0 : random_word();
    }
    return ref_mod(v, m);
}

enum { LIMIT_OPERANDS = 27 };

#endif

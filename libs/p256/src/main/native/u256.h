/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers of 256 bits as four 64-bit words, least significant first; octets are big-endian.
 */
#ifndef PP_U256_H
#define PP_U256_H

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define PP_INLINE static inline __attribute__((always_inline, unused))

typedef unsigned __int128 u128;

typedef struct {
    uint64_t w[4];
} u256;

/* a + b + carry; carry is 0 or 1, before and after. */
PP_INLINE uint64_t add_carry(uint64_t a, uint64_t b, unsigned char *carry) {
#if defined(__x86_64__)
    unsigned long long sum;
    *carry = _addcarry_u64(*carry, a, b, &sum);
    return sum;
#else
    u128 sum = (u128)a + b + *carry;
    *carry = (unsigned char)(sum >> 64);
    return (uint64_t)sum;
#endif
}

/* a - b - borrow; borrow is 0 or 1, before and after. */
PP_INLINE uint64_t sub_borrow(uint64_t a, uint64_t b, unsigned char *borrow) {
#if defined(__x86_64__)
    unsigned long long difference;
    *borrow = _subborrow_u64(*borrow, a, b, &difference);
    return difference;
#else
    u128 difference = (u128)a - b - *borrow;
    *borrow = (unsigned char)((difference >> 64) & 1);
    return (uint64_t)difference;
#endif
}

PP_INLINE u256 u256_load(const uint8_t *octets) {
    u256 r;
    for (int i = 0; i < 4; i++) {
        uint64_t word;
        __builtin_memcpy(&word, octets + 8 * (3 - i), 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        word = __builtin_bswap64(word);
#endif
        r.w[i] = word;
    }
    return r;
}

PP_INLINE int u256_is_zero(const u256 *a) { return (a->w[0] | a->w[1] | a->w[2] | a->w[3]) == 0; }

PP_INLINE int u256_is_less(const u256 *a, const u256 *b) {
    unsigned char borrow = 0;
    for (int i = 0; i < 4; i++) (void)sub_borrow(a->w[i], b->w[i], &borrow);
    return borrow;
}

/* a - b mod 2^256. */
PP_INLINE u256 u256_sub(const u256 *a, const u256 *b) {
    u256 r;
    unsigned char borrow = 0;
    for (int i = 0; i < 4; i++) r.w[i] = sub_borrow(a->w[i], b->w[i], &borrow);
    return r;
}

/* (top, t) - m if that is not negative, else t. In: (top, t) < 2 m. Out: < m. */
PP_INLINE u256 u256_reduce_once(const u256 *t, uint64_t top, const u256 *m) {
    u256 r;
    unsigned char borrow = 0;
    for (int i = 0; i < 4; i++) r.w[i] = sub_borrow(t->w[i], m->w[i], &borrow);
    (void)sub_borrow(top, 0, &borrow);
    uint64_t keep = -(uint64_t)borrow;
    for (int i = 0; i < 4; i++) r.w[i] = (t->w[i] & keep) | (r.w[i] & ~keep);
    return r;
}

/* `count` bits (at most 63) from bit `from` on; bits past the end are zero. */
PP_INLINE uint64_t u256_bits(const u256 *a, int from, int count) {
    if (from >= 256) return 0;
    int word = from >> 6, shift = from & 63;
    uint64_t bits = a->w[word] >> shift;
    if (shift != 0 && word < 3) bits |= a->w[word + 1] << (64 - shift);
    return bits & (((uint64_t)1 << count) - 1);
}

#endif

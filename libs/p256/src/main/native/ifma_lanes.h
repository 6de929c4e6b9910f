/* SPDX-License-Identifier: Apache-2.0
 *
 * Moves elements of ifma_limbs.h between lanes. bounds_test.c replaces these functions by their bounds.
 */
#ifndef PP_IFMA_LANES_H
#define PP_IFMA_LANES_H

#include "ifma_limbs.h"

/* Exchanges the lanes i and i xor `distance`, which is 1, 2 or 4. */
PP_INLINE fe fe_exchange(fe a, int distance) {
    for (int i = 0; i < 5; i++) {
        if (distance == 1) a.l[i] = _mm512_permutex_epi64(a.l[i], 0xb1);
        else if (distance == 2) a.l[i] = _mm512_permutex_epi64(a.l[i], 0x4e);
        else a.l[i] = _mm512_shuffle_i64x2(a.l[i], a.l[i], 0x4e);
    }
    return a;
}

/* The number in lane 0, mod m. In: normal, < 2 m. Out: in [0, m). */
PP_INLINE u256 fe_first(fe a, const u256 *m) {
    uint64_t l[5];
    for (int i = 0; i < 5; i++) l[i] = (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(a.l[i]));
    u256 words = {{l[0] | l[1] << 52, l[1] >> 12 | l[2] << 40, l[2] >> 24 | l[3] << 28, l[3] >> 36 | l[4] << 16}};
    return u256_reduce_once(&words, l[4] >> 48, m);
}

/* The number a in each lane. Out: normal. */
PP_INLINE fe fe_of_number(u256 a) { return fe_of_words(all(a.w[0]), all(a.w[1]), all(a.w[2]), all(a.w[3])); }

#endif

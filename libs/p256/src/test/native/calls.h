/* SPDX-License-Identifier: Apache-2.0
 *
 * For programs with sanitizers: functions are called instead of put into each other, which takes a fifth of the time to
 * compile.
 */
#define PP_INLINE static inline __attribute__((unused))

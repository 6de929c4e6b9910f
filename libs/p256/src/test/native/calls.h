/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns off forced inlining, for programs with sanitizers: compiling then takes a fifth of the time.
 */
#define PP_INLINE static inline __attribute__((unused))

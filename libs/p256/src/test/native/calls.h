/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns off forced inlining for programs with sanitizers, so that they compile faster.
 */
#define PP_INLINE static inline __attribute__((unused))

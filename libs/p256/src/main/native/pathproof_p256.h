/* SPDX-License-Identifier: Apache-2.0
 *
 * Batch verification of ECDSA signatures on P-256 (FIPS 186-5) under keys that are used often: the interface that Java calls.
 *
 * A verifier computes R = u1 G + u2 Q with u1 = h / s, u2 = r / s mod n, and accepts if x(R) = r mod n. Both products are sums of points
 * taken from tables of G and of Q, with no doublings (stride 1) or few; the sums of a whole batch share their inversions. See README.md.
 *
 * Everything here works on public data and takes a time that depends on it: never use it to sign.
 * All functions are safe to call from several threads, each with a workspace of its own. Numbers in octets are big-endian.
 */
#ifndef PATHPROOF_P256_H
#define PATHPROOF_P256_H

#include <stddef.h>
#include <stdint.h>

#define PP_ABI_VERSION 1

/* Kernels. */
#define PP_SCALAR 0 /* one signature at a time, 64-bit multiplications */
#define PP_IFMA 1   /* eight at a time, AVX-512 IFMA */

/* Answers of pp_verify. */
#define PP_INVALID 0
#define PP_VALID 1
#define PP_UNDECIDED 2 /* an exceptional case: ask a complete implementation */

typedef struct pp_engine pp_engine;
typedef struct pp_shape pp_shape;
typedef struct pp_workspace pp_workspace;

/* PP_ABI_VERSION of the library. */
int32_t pp_abi_version(void);

/* 1 if the library has the kernel and this processor and operating system can run it, else 0. */
int32_t pp_usable(int32_t kernel);

/* A kernel with its table of multiples of G (3 MB). NULL if the kernel is not usable or there is no memory. */
pp_engine *pp_engine_new(int32_t kernel);
void pp_engine_free(pp_engine *engine);

/* How the table of a key is laid out: `window` bits a digit, 4 to 8; `stride` 1 to 8: every stride-th window has its multiples in the table,
 * the others are reached by doublings. NULL outside of these, or without memory. */
pp_shape *pp_shape_new(int32_t window, int32_t stride);
void pp_shape_free(pp_shape *shape);

/* Octets of a table of this shape; a multiple of 64. */
int64_t pp_table_size(const pp_shape *shape);

/* Fills `table` (64-octet aligned, pp_table_size octets) with the multiples of the point (x, y), 32 + 32 octets. Returns 0, or -1 when the octets are
 * no point of the curve or there is no memory; the table is then undefined. A table belongs to the kernel that built it. */
int32_t pp_table_build(const pp_engine *engine, const pp_shape *shape, const uint8_t *xy, void *table);

/* Memory for calls of pp_verify with shapes like this one and up to `batch` signatures at a time inside (more are taken in turns). NULL without
 * memory. For one thread at a time. */
pp_workspace *pp_workspace_new(const pp_engine *engine, const pp_shape *shape, int32_t batch);
void pp_workspace_free(pp_workspace *workspace);

/* Verifies `count` signatures. tables[i] is the table of the key of signature i, of this engine and shape. digests, r and s hold 32 octets for each
 * signature; r or s outside of 1..n-1 is PP_INVALID. answers[i] becomes one of the answers above. Returns how many are PP_UNDECIDED, or -1
 * when the workspace was not made for this engine and shape. */
int32_t pp_verify(const pp_engine *engine, const pp_shape *shape, pp_workspace *workspace, int32_t count, const void *const *tables,
                  const uint8_t *digests, const uint8_t *r, const uint8_t *s, uint8_t *answers);

#endif

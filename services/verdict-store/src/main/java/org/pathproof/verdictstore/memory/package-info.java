// SPDX-License-Identifier: Apache-2.0
/**
 * Memory of the verdict store, which knows nothing about routes.
 *
 * <p>A store of a hundred million rows must not consist of objects: each one costs a header and a reference, and the
 * garbage collector visits it. {@link org.pathproof.verdictstore.memory.Chunks} is a pool of pages of 64 KiB in large
 * arrays. Each writer cuts its pages into places of one size ({@link org.pathproof.verdictstore.memory.Slabs}) and
 * addresses a place by a number of 32 bits, its handle. {@link org.pathproof.verdictstore.memory.Words} reads and
 * writes numbers in the places.
 *
 * <p>Any thread may read a place without a lock, as long as {@link org.pathproof.verdictstore.memory.Readers} knows
 * about it: a writer uses a place again only when no reader that began before can still have its handle.
 */
@NullMarked
package org.pathproof.verdictstore.memory;

import org.jspecify.annotations.NullMarked;

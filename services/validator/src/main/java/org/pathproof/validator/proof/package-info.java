// SPDX-License-Identifier: Apache-2.0
/**
 * Verification of signatures: in batches, before the records are processed, and each signature once.
 *
 * <p>The result of a verification depends only on signature, digest and key, so that it can be computed at any time.
 * {@link org.pathproof.validator.proof.VerifyAhead} verifies the signatures of a poll in one batch of limited size,
 * which {@link org.pathproof.validator.proof.ParallelVerifier} spreads over the processors. The results reach the
 * stream processor in a private header of each record ({@link org.pathproof.validator.proof.VerifiedAhead}). {@link
 * org.pathproof.validator.proof.CachingVerifier} caches the results, so that a signature that several routers report is
 * verified once. This package does not check the authorisation of keys. The stream processor does that for each record,
 * under the newest RPKI set.
 */
@NullMarked
package org.pathproof.validator.proof;

import org.jspecify.annotations.NullMarked;

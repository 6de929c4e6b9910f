// SPDX-License-Identifier: Apache-2.0
/**
 * Verification of signatures: in batches, before the records are processed, and each signature once.
 *
 * <p>The result of a verification depends only on signature, digest and key, so that it can be computed at any time.
 * {@link org.pathproof.validator.proof.VerifyAhead} verifies all records of a poll in one batch, which {@link
 * org.pathproof.validator.proof.ParallelVerifier} spreads over the processors. The answers reach the stream processor
 * in a private header of each record ({@link org.pathproof.validator.proof.VerifiedAhead}). {@link
 * org.pathproof.validator.proof.Prover} verifies a signature once, even if several routers report it. This package does
 * not check the authorisation of keys. The stream processor does that for each record, under the newest RPKI set.
 */
@NullMarked
package org.pathproof.validator.proof;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Verification of signatures: in batches, before the records are processed, and each signature once.
 *
 * <p>The result of a verification depends only on signature, digest and key, so that it can be computed at any time.
 * {@link org.pathproof.validator.proof.VerifyAhead} verifies all records of a poll in one batch, which
 * {@link org.pathproof.validator.proof.ParallelVerifier} spreads over the processors. The answers reach the stream
 * processor in a private header of each record ({@link org.pathproof.validator.proof.VerifiedAhead}).
 * {@link org.pathproof.validator.proof.Prover} does not verify a signature again that came through another router. This
 * package does not decide whether a key is authorised: that is judged when the record is processed, under the newest
 * RPKI set.
 */
@NullMarked
package org.pathproof.validator.proof;

import org.jspecify.annotations.NullMarked;

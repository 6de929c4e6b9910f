// SPDX-License-Identifier: Apache-2.0
/**
 * Proving signatures: many at a time, ahead of their turn, and each only once.
 *
 * That a signature verifies under a key is a pure function of both, so it may be computed whenever it suits: {@link
 * org.pathproof.validator.proof.VerifyAhead} does so for all records of a poll before Kafka Streams sees the first, in one batch ({@link
 * org.pathproof.validator.proof.ParallelVerifier}), and hands the answers to the stream processor in a private header of each record
 * ({@link org.pathproof.validator.proof.VerifiedAhead}). A signature that came from another router before is not computed again
 * ({@link org.pathproof.validator.proof.Prover}). Nothing in here says whether a key is authorised: that is judged when the record is
 * processed, under the RPKI set of that moment.
 */
@NullMarked
package org.pathproof.validator.proof;

import org.jspecify.annotations.NullMarked;

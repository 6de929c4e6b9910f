// SPDX-License-Identifier: Apache-2.0
/**
 * ECDSA P-256 with SHA-256 digests, verified in batches (FIPS 186-5 section 6.4.2; the suite 1 of BGPsec, RFC 8608).
 *
 * <p>What is checked once is kept apart from what is checked often. A {@link P256PublicKey} is parsed and validated once and then
 * used for many signatures. A {@link SignatureBatch} holds the questions as plain arrays: key, digest, r, s. It refuses what is not
 * a signature when it is filled ({@link SignatureForm} says why), so an engine sees numbers in range only. A
 * {@link SignatureEngine} answers a whole batch; {@link SignatureEngines} lists those of this machine that pass the
 * {@link KnownAnswer} test, fastest first. {@link BouncyCastleEngine} is always there, and is the oracle of the others.
 *
 * <p>Verification handles public data only: nothing here needs to run in constant time, and no private key ever comes here.
 */
@NullMarked
package org.pathproof.p256;

import org.jspecify.annotations.NullMarked;

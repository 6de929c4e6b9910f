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
 * <p>A fast engine is a {@link TableEngine} with a {@link Kernel}. Two kernels are C ({@code src/main/native}, whose README explains
 * the algorithm; {@link NativeKernel}, {@link NativeLibrary}), built with the system's compiler and carried in the jar. Where there is
 * no compiler they are absent, and the one in Java ({@link JavaKernel}) serves: the same algorithm, slower. All are fast because keys
 * are few and used again: each key has a table ({@link KeyTables}) within a bound of memory ({@link TableMemory}), and a signature is a
 * sum of table entries. Who owns what: a
 * {@link Workspace} belongs to one call at a time; a {@link KeyTable} is written once, by whoever built it, and read by all; it is
 * taken away only when no call reads it any more ({@link RunningCalls}).
 *
 * <p>Three things stand between a mistake and a wrong verdict: the known answers at the start; signatures that the fast formulas do
 * not cover go to Bouncy Castle, and keys that provoke them stay there; and an {@link ObservedEngine} has a share of all answers
 * checked on Bouncy Castle as long as the process runs. {@link EngineFigures} counts all of it, {@link EngineSettings} bounds it.
 *
 * <p>Verification handles public data only: nothing here needs to run in constant time, and no private key ever comes here.
 */
@NullMarked
package org.pathproof.p256;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Batch verification of ECDSA P-256 signatures over SHA-256 digests (FIPS 186-5 section 6.4.2): suite 1 of BGPsec (RFC
 * 8608).
 *
 * <p>A caller parses a public key once ({@link ParsedKey}) and uses the {@link P256PublicKey} for many signatures. A
 * {@link SignatureBatch} holds keys, digests and signatures in arrays. It refuses malformed signatures
 * ({@link SignatureForm}), so engines receive numbers in range only. A {@link SignatureEngine} verifies a whole batch.
 * {@link SignatureEngines} makes the engines of a machine from {@link EngineSettings}, and offers those that pass the
 * {@link KnownAnswer} test. {@link BouncyCastleEngine} runs everywhere and is the oracle for the others.
 *
 * <p>A fast engine is a {@link TableEngine} with a {@link Kernel}. Two kernels are native code ({@link NativeKernel}):
 * the build compiles them with the C compiler of the system and puts them into the jar.
 * libs/p256/src/main/native/README.md explains the algorithm. The kernel in Java ({@link JavaKernel}) uses the same
 * algorithm and needs no compiler. Router keys are few and used often, so each key gets a table of multiples
 * ({@link KeyTables}), and a verification is a sum of table entries.
 *
 * <p>Ownership: {@link KeyTables} owns all that an engine knows of a key, within a bound of memory
 * ({@link TableMemory}). A {@link Workspace} belongs to one call at a time. One thread writes a {@link KeyTable} and
 * all threads read it. Its memory is reused when no running call can read it any more ({@link RunningCalls}).
 *
 * <p>Three measures prevent wrong results. Engines must pass known-answer tests before use. Bouncy Castle verifies the
 * signatures that the fast formulas do not cover. An {@link ObservedEngine} rechecks a sample of results with Bouncy
 * Castle. {@link EngineFigures} counts these events.
 *
 * <p>Verification handles public data only. Nothing in this package runs in constant time, and no private key may come
 * here.
 */
@NullMarked
package org.pathproof.p256;

import org.jspecify.annotations.NullMarked;

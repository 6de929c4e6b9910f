// SPDX-License-Identifier: Apache-2.0
/**
 * Batch verification of ECDSA P-256 signatures over SHA-256 digests (FIPS 186-5 section 6.4.2): suite 1 of BGPsec (RFC
 * 8608).
 *
 * <p>A caller parses a public key once ({@link ParsedKey}) and uses the {@link P256PublicKey} for many signatures. A
 * {@link SignatureBatch} holds keys, digests and signatures in arrays. A batch refuses malformed signatures ({@link
 * SignatureForm}), so that engines receive only numbers in range. A {@link SignatureEngine} verifies a whole batch.
 * {@link SignatureEngines} creates the engines of a machine from {@link EngineSettings}, and provides the engines that
 * pass the {@link KnownAnswer} test. {@link BouncyCastleEngine} runs on every machine, and the others are checked
 * against it.
 *
 * <p>A fast engine is a {@link TableEngine} with a {@link Kernel}. Three kernels are native ({@link NativeKernel}):
 * the build compiles them with the C compiler of the system and puts them into the jar.
 * libs/p256/src/main/native/README.md explains the algorithm. The kernel in Java ({@link JavaKernel}) uses the same
 * algorithm and needs no compiler. Router keys are few and used often, so each key gets a table of multiples ({@link
 * KeyTables}), and a verification is a sum of table entries.
 *
 * <p>Ownership: {@link KeyTables} owns all data of an engine about keys, within a bound of memory ({@link
 * TableMemory}). A {@link Workspace} belongs to one call at a time. One thread writes a {@link KeyTable} and all
 * threads read it. The memory of a table is reused when no running call can still read it ({@link RunningCalls}).
 *
 * <p>Three measures prevent wrong results. Engines must pass known-answer tests before use. Bouncy Castle verifies the
 * signatures that the fast formulas do not cover. An {@link ObservedEngine} rechecks a sample of results with Bouncy
 * Castle. {@link EngineFigures} counts the last two.
 *
 * <p>Verification handles only public data. No code of this package runs in constant time, so this package must not
 * process private keys.
 */
@NullMarked
package org.pathproof.p256;

import org.jspecify.annotations.NullMarked;

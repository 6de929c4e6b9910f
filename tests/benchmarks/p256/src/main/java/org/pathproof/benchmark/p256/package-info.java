// SPDX-License-Identifier: Apache-2.0
/**
 * P-256 verification measured beside its peers, in one run on one machine: {@code ./pathproof bench p256}.
 *
 * <p>A {@link Workload} is signed once, from a seed, and kept in a file. A {@link Contestant} verifies it: each
 * engine of {@code libs/p256}, providers of the Java Cryptography Architecture, and, in a process of its own ({@link
 * NativeRunner}), OpenSSL and our kernels without a JVM around them. Each does a {@link Job}: the signature alone, or
 * the whole job of DER, SHA-256 and signature.
 *
 * <p>Machines are shared and noisy. So contestants take turns of a fraction of a second, in many rounds; a turn runs
 * on threads that are bound to a processor each ({@link Processors}); what counts is the CPU time of these threads
 * and of those that the engine keeps for itself; and every turn stands between two turns of OpenSSL, so that a ratio
 * compares neighbours in time ({@link Rounds}). JMH ({@link JmhBenchmark}) asks the same tasks in a JVM of their own,
 * as a second opinion.
 *
 * <p>{@link QuickRun} is the short form. {@link FullRun} measures each number of keys in a JVM of its own ({@link
 * GroupRun}), as an engine keeps its tables for as long as the process lives, and writes {@code
 * docs/benchmarks/p256.{json,md,svg}} ({@link Report}).
 */
@NullMarked
package org.pathproof.benchmark.p256;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Measures P-256 verification by several implementations, in one run on one machine: {@code ./pathproof bench p256}.
 *
 * <p>A {@link Workload} is signed once, from a seed, and kept in a file. A {@link Contestant} verifies the signatures
 * of the workload. Contestants are the engines of {@code libs/p256}, providers of the Java Cryptography Architecture,
 * OpenSSL, and the native kernels without a JVM. The last two run in a process of their own ({@link NativeRunner}). A
 * {@link Job} is the signature alone, or DER, SHA-256 and signature together.
 *
 * <p>Other programs share the machine. Contestants therefore take turns of a fraction of a second, in many rounds. A
 * turn runs on threads that are bound to one processor each ({@link Processors}). Results use the CPU time of these
 * threads and of the engine's own threads. Every turn is between two turns of OpenSSL, and its ratio uses these two
 * turns ({@link Rounds}). JMH ({@link JmhBenchmark}) runs the same tasks in separate JVMs to confirm the results.
 *
 * <p>{@link QuickRun} is the short run. {@link FullRun} measures each number of keys in a JVM of its own ({@link
 * GroupRun}), because an engine keeps its tables as long as the process lives. {@link Report} writes {@code
 * docs/benchmarks/p256.{json,md,svg}}.
 */
@NullMarked
package org.pathproof.benchmark.p256;

import org.jspecify.annotations.NullMarked;

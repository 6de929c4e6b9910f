// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code ./pathproof bench scale}: the read side of a network of many routers, and
 * the whole chain.
 *
 * <p>A broker, Redis and a policy API are processes of this machine. This JVM stands for the collectors and validators:
 * {@link org.pathproof.benchmark.scale.RecordWriter} writes the records of {@code pathproof.sessions} and {@code
 * pathproof.verdicts}, and {@link org.pathproof.benchmark.scale.Expectation} knows the routes that the policy API must
 * have. {@link org.pathproof.benchmark.scale.ScaleRun} is the order of the measurements: load, memory, starts,
 * requests, changes.
 *
 * <p>The other part, {@link org.pathproof.benchmark.scale.ChainRun}, starts all services, and plays routers with the
 * same table ({@link org.pathproof.benchmark.scale.CopiedTables}) to a collector. All figures come from outside of the
 * services: over HTTP, from proc(5), from logs, and from jcmd.
 */
@NullMarked
package org.pathproof.benchmark.scale;

import org.jspecify.annotations.NullMarked;

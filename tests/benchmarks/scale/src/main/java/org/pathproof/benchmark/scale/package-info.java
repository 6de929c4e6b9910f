// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code ./pathproof bench scale}: the read side of a network of many routers.
 *
 * <p>A broker, Redis and a policy API are processes of this machine. This JVM stands for the collectors and validators:
 * {@link org.pathproof.benchmark.scale.RecordWriter} writes the records of {@code pathproof.sessions} and {@code
 * pathproof.verdicts}, and {@link org.pathproof.benchmark.scale.Expectation} knows the routes that the policy API must
 * have. {@link org.pathproof.benchmark.scale.ScaleRun} is the order of the measurements: load, memory, starts,
 * requests, changes. All figures come from outside of the policy API: over HTTP, from proc(5), from its logs, and from
 * jcmd.
 */
@NullMarked
package org.pathproof.benchmark.scale;

import org.jspecify.annotations.NullMarked;

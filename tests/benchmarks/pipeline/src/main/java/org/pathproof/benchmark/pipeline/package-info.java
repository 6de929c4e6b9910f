// SPDX-License-Identifier: Apache-2.0
/**
 * {@code ./pathproof bench pipeline}: measures the way from BMP to verdicts on one machine. Packages in the order of
 * their use: {@code workload} creates the streams of routers, {@code site} starts the processes, and {@code load} plays
 * the streams. {@code measure} takes the measurements, {@code scenario} runs the scenarios, and {@code report} writes
 * the results.
 */
@NullMarked
package org.pathproof.benchmark.pipeline;

import org.jspecify.annotations.NullMarked;

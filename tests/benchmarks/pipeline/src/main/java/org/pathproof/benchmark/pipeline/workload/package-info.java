// SPDX-License-Identifier: Apache-2.0
/**
 * The messages of routers, prepared before a measurement. {@link
 * org.pathproof.benchmark.pipeline.workload.RealTables} has routes with real AS paths. {@link
 * org.pathproof.benchmark.pipeline.workload.StreamRecipe} assigns routes to routers. {@link
 * org.pathproof.benchmark.pipeline.workload.Workload} keeps the signed routes (RFC 8205 section 4.2) as BMP (RFC
 * 7854) for later runs.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.workload;

import org.jspecify.annotations.NullMarked;

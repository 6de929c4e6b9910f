// SPDX-License-Identifier: Apache-2.0
/**
 * What routers send, prepared before anything is measured: {@link
 * org.pathproof.benchmark.pipeline.workload.RealTables} gives routes with real AS paths, {@link
 * org.pathproof.benchmark.pipeline.workload.StreamRecipe} says which router sends which of them, and {@link
 * org.pathproof.benchmark.pipeline.workload.Workload} is all of it signed (RFC 8205 section 4.2) and written as BMP
 * (RFC 7854), kept from run to run.
 */
@NullMarked
package org.pathproof.benchmark.pipeline.workload;

import org.jspecify.annotations.NullMarked;

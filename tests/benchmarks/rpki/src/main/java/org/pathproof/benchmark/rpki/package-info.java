// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code ./pathproof bench rpki}: the RPKI set from Redis into a validator.
 *
 * <p>The process of the benchmark is the writer: it writes a {@link org.pathproof.benchmark.rpki.BenchmarkSet} to Redis
 * with the code of key-sync. Each {@link org.pathproof.benchmark.rpki.LoadingValidator} is a new process. The process
 * loads the set with the code of the validator, and then reports each change.
 */
@NullMarked
package org.pathproof.benchmark.rpki;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * The figures of "High Performance BGP Security" (NANOG 69): rates of single operations, rates on several cores, and
 * the time after a session reset.
 *
 * <p>{@link org.pathproof.research.benchmark.operations.RawOperations} measures signatures with the JDK, the lab's
 * signer and the engine of Pathproof. {@link org.pathproof.research.benchmark.operations.Cores} validates paths on
 * several threads. {@link org.pathproof.research.benchmark.operations.PipelineResults} reads results of {@code
 * ./pathproof bench pipeline}. {@link org.pathproof.research.benchmark.operations.OperationTables} puts the published
 * figures beside them.
 */
@NullMarked
package org.pathproof.research.benchmark.operations;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code ./pathproof bench schemes}: the tables of the papers that Pathproof comes from, measured again.
 *
 * <p>{@link org.pathproof.research.benchmark.SchemesCommand} is the entry point.
 * {@link org.pathproof.research.benchmark.Workload} has the keys and routes of one scheme.
 * {@link org.pathproof.research.benchmark.Measurement} measures single operations, saturated throughput, and the
 * delays of {@link org.pathproof.research.benchmark.Arrivals}. {@link org.pathproof.research.benchmark.KeychainTables},
 * {@link org.pathproof.research.benchmark.SbgpTables} put the results beside the published figures. The packages {@code
 * costs} and {@code operations} have the measurements that concern BGPsec only. {@link
 * org.pathproof.research.benchmark.PageWriter} writes pages, plots and results into research/comparisons, and {@link
 * org.pathproof.research.benchmark.Pages} replaces the tables of a page.
 */
@NullMarked
package org.pathproof.research.benchmark;

import org.jspecify.annotations.NullMarked;

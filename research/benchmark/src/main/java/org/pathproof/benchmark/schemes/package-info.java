// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code ./pathproof bench schemes}: the tables of the papers that Pathproof comes from, measured again.
 *
 * <p>{@link org.pathproof.benchmark.schemes.SchemesCommand} is the entry point.
 * {@link org.pathproof.benchmark.schemes.Workload} has the keys and routes of one scheme.
 * {@link org.pathproof.benchmark.schemes.Measurement} measures single operations, saturated throughput, and the
 * delays of {@link org.pathproof.benchmark.schemes.Arrivals}. {@link org.pathproof.benchmark.schemes.KeychainTables},
 * {@link org.pathproof.benchmark.schemes.SbgpTables} put the results beside the published figures. The packages {@code
 * costs} and {@code operations} have the measurements that concern BGPsec only. {@link
 * org.pathproof.benchmark.schemes.PageWriter} writes pages, plots and results into research/comparisons, and {@link
 * org.pathproof.benchmark.schemes.Pages} replaces the tables of a page.
 */
@NullMarked
package org.pathproof.benchmark.schemes;

import org.jspecify.annotations.NullMarked;

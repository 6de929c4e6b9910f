// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code ./pathproof bench feed-scale}: BGP feeds to many routers at once.
 *
 * <p>Two processes take part. The measured process has the policy API's feeds, or the Adj-RIBs-Out of {@code libs/bgp}
 * alone, with a BGP session for each router. The other one has the {@linkplain
 * org.pathproof.benchmark.feedscale.SimulatedRouters simulated routers}, which read and count routes. {@link
 * org.pathproof.benchmark.feedscale.OverrideRun} and {@link org.pathproof.benchmark.feedscale.TableRun} are the two
 * measurements.
 */
@NullMarked
package org.pathproof.benchmark.feedscale;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * The costs of BGPsec in memory and time, as the paper about FRR and RTRlib measures them: bytes of a router key and of
 * a path, and times to load a key, to parse, to validate and to sign.
 *
 * <p>{@link org.pathproof.research.benchmark.costs.CostWorkload} has keys and signed paths of 1 to 5 hops. {@link
 * org.pathproof.research.benchmark.costs.PathproofCosts} measures Pathproof. {@link
 * org.pathproof.research.benchmark.costs.PeerCosts} gives the same input to C programs that measure RTRlib and BGP-SRx.
 * {@link org.pathproof.research.benchmark.costs.CostTables} puts the {@link
 * org.pathproof.research.benchmark.costs.Cost} figures of all systems beside the published ones.
 */
@NullMarked
package org.pathproof.research.benchmark.costs;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

/**
 * Sizes of a run of the whole chain.
 *
 * @param routers number of routers, each with a BMP connection
 * @param routes routes of each router: the same prefixes and paths
 * @param rounds repetitions of a change of a ROA
 */
record ChainSizes(int routers, int routes, int rounds) {
    long rows() {
        return (long) routers * routes;
    }
}

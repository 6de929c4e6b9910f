// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

/**
 * Sizes of a run.
 *
 * @param sessions number of routers, each with one BGP session
 * @param routes routes that each router holds before the first change
 * @param changed routes of each router that one change touches
 * @param rounds number of changes
 */
record Sizes(int sessions, int routes, int changed, int rounds) {
    /** Consecutive prefixes of a router that share their path attributes. */
    static final int PREFIXES_OF_A_PATH = 5;

    long allRoutes() {
        return (long) sessions * routes;
    }

    int allChanged() {
        return sessions * changed;
    }
}

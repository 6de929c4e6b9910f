// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

/**
 * Sizes of a run.
 *
 * @param warmUp routes of the table that warms up all parts
 * @param updates updates through the line, a multiple of 20
 * @param routes routes of a table
 */
record Sizes(int warmUp, int updates, int routes) {
    static final Sizes QUICK = new Sizes(20_000, 100, 20_000);

    @Override
    public String toString() {
        return warmUp + "-" + updates + "-" + routes;
    }
}

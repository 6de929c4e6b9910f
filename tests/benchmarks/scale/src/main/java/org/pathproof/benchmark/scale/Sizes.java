// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

/**
 * Sizes of a run.
 *
 * @param sessions number of sessions, each with a route to each prefix
 * @param heapBytes largest heap of the policy API
 * @param signedPercent percentage of the paths that are signed
 * @param changes changed records of a measured round
 * @param starts number of starts from a snapshot
 * @param requests requests of each kind
 * @param rounds repetitions of each small change
 */
record Sizes(
        int sessions,
        int prefixes,
        long heapBytes,
        int signedPercent,
        int changes,
        int starts,
        int requests,
        int rounds) {
    /** Neighbors of the network, each with another path to each prefix. */
    static final int NEIGHBORS = 20;

    long rows() {
        return (long) sessions * prefixes;
    }
}

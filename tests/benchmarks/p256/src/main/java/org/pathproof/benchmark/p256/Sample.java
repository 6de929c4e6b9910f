// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

/**
 * What came of a turn.
 *
 * @param threads how many threads worked at it, each on a processor of its own
 * @param cpuNanos CPU time of all of them, and of threads that work for them
 * @param wallNanos from the start to the end of the slowest
 */
record Sample(long signatures, int threads, long cpuNanos, long wallNanos) {
    private static final double SECOND = 1e9;

    /** Signatures a second on processors that these threads have for themselves. */
    double rate() {
        return SECOND * signatures * threads / cpuNanos;
    }

    /** Signatures a second as the clock on the wall saw it: other processes count. */
    double wallRate() {
        return SECOND * signatures / wallNanos;
    }
}

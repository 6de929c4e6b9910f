// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

/**
 * The result of a turn.
 *
 * @param threads number of threads, each on a processor of its own
 * @param cpuNanos CPU time of these threads and of the threads of the engine
 * @param wallNanos time from the start to the end of the slowest thread
 */
record Sample(long signatures, int threads, long cpuNanos, long wallNanos) {
    private static final double SECOND = 1e9;

    /** Returns the signatures per second of all threads together, if no thread had to wait for its processor. */
    double rate() {
        return SECOND * signatures * threads / cpuNanos;
    }

    /** Returns signatures per second of wall-clock time, which includes other processes. */
    double wallRate() {
        return SECOND * signatures / wallNanos;
    }
}

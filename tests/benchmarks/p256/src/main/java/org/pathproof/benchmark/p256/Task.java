// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

/** Verifies the signatures of a workload batch by batch, and starts again at the end. Not thread-safe. */
@FunctionalInterface
interface Task {
    /**
     * Verifies the next batch, and returns the number of its signatures.
     *
     * @throws IllegalStateException if a signature does not verify; all signatures of a workload are valid
     */
    int next();
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

/** Verification of a workload's signatures, one batch after the other and round again. For one thread. */
@FunctionalInterface
interface Task {
    /**
     * Verifies the next signatures; how many. Throws IllegalStateException when one does not verify: all of them are
     * good.
     */
    int next();
}

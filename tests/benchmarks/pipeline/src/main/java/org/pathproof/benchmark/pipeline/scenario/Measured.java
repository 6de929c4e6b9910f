// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.measure.CpuUse;

/**
 * The result of a stream of updates.
 *
 * @param begun time of the first byte, or due time of the first update, in microseconds since 1970
 * @param arrivals times of all verdicts
 * @param cpu CPU time until the policy API had read all verdicts
 * @param verified number of verified signatures
 * @param remembered number of signatures answered from the cache of verification results
 */
record Measured(long begun, Arrivals arrivals, CpuUse cpu, long verified, long remembered) {
    /** Returns the time from {@code begun} to the last verdict, in seconds. */
    double seconds() {
        return (arrivals.last() - begun) / 1e6;
    }

    double updatesPerSecond() {
        return arrivals.total() / seconds();
    }

    double cpuMicrosPerUpdate() {
        return (double) cpu.total() / arrivals.total();
    }

    /** Returns the CPU time of an update without that of the JIT compilers, in microseconds. */
    double warmMicrosPerUpdate() {
        return (double) (cpu.total() - cpu.compilers()) / arrivals.total();
    }
}

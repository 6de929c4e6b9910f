// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.measure.CpuUse;

/**
 * What became of updates that were played.
 *
 * @param begun when the first octet was sent, or the first update was due, in microseconds since 1970
 * @param arrivals of their verdicts, all of them
 * @param cpu what it took, until the policy API had read all verdicts
 * @param verified signatures computed
 * @param remembered signatures whose answer was known from before
 */
record Measured(long begun, Arrivals arrivals, CpuUse cpu, long verified, long remembered) {
    /** From the first octet to the last verdict. */
    double seconds() {
        return (arrivals.last() - begun) / 1e6;
    }

    double updatesPerSecond() {
        return arrivals.total() / seconds();
    }

    double cpuMicrosPerUpdate() {
        return (double) cpu.total() / arrivals.total();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rtr;

import java.util.List;

/**
 * The results of a run.
 *
 * @param vrps VRPs of the set
 * @param routers routers of the measured changes
 * @param changed VRPs that a change withdraws, and announces with another AS
 * @param fillSeconds time until all routers have the whole set
 * @param fillCpuSeconds CPU time of the server for it
 * @param fillBytes bytes of it
 * @param changes the measured changes
 * @param idleRouters routers of the measurement of memory
 * @param idleChange a change with so many routers
 * @param empty memory without routers
 * @param filled memory with the routers that read the whole set
 * @param idle memory with all routers
 */
record Result(
        int vrps,
        int routers,
        int changed,
        double fillSeconds,
        double fillCpuSeconds,
        long fillBytes,
        List<Change> changes,
        int idleRouters,
        Change idleChange,
        CacheProcess.Memory empty,
        CacheProcess.Memory filled,
        CacheProcess.Memory idle) {
    /**
     * One change.
     *
     * @param milliseconds time until all routers have it
     * @param cpuMilliseconds CPU time of the server from before the change until all routers have it
     */
    record Change(double milliseconds, double cpuMilliseconds) {}

    double medianMilliseconds() {
        return changes.stream()
                .mapToDouble(Change::milliseconds)
                .sorted()
                .skip(changes.size() / 2)
                .findFirst()
                .orElseThrow();
    }

    double worstMilliseconds() {
        return changes.stream().mapToDouble(Change::milliseconds).max().orElseThrow();
    }

    double meanCpuMilliseconds() {
        return changes.stream().mapToDouble(Change::cpuMilliseconds).average().orElseThrow();
    }

    /** Returns the resident memory of the server for a connected router, in bytes. */
    double residentPerRouter() {
        return (double) (idle.resident() - empty.resident()) / idleRouters;
    }

    /** Returns the heap of the server for a connected router, in bytes. */
    double heapPerRouter() {
        return (double) (idle.heap() - empty.heap()) / idleRouters;
    }
}

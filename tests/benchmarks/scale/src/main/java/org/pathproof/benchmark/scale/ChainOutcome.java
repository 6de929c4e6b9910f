// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.util.Map;
import org.pathproof.benchmark.kit.Machine;

/**
 * Results of the whole chain: routers with the same table, collector, Kafka, validator and policy API.
 *
 * @param paths {@code real} or {@code sample} paths
 * @param sessions sessions of all routers
 */
record ChainOutcome(
        Machine machine,
        String paths,
        ChainSizes sizes,
        long sessions,
        Part first,
        Part copies,
        Heap heap,
        KeyChange key,
        Samples roaMs,
        long roaRows,
        Leave leave) {
    /**
     * Tables that routers send at the same time.
     *
     * @param rows routes of these tables
     * @param seconds from the first byte until the policy API shows the last verdict
     * @param verified signatures that were verified
     * @param cpuMicros CPU time for a route in microseconds, by stage
     */
    record Part(long rows, double seconds, double verified, Map<String, Double> cpuMicros) {
        double rowsPerSecond() {
            return rows / seconds;
        }
    }

    /** Bytes of heap of the services with all rows, less those without routes. */
    record Heap(long validator, long policyApi) {}

    /**
     * The withdrawal of a router key, and its return.
     *
     * @param rows routes that become NOT_VALID
     * @param shown seconds from the change at the RPKI cache until the policy API shows all of them
     * @param restored seconds until it shows them as VALID again
     * @param cpuMicros CPU time of the withdrawal for a route in microseconds, by stage
     */
    record KeyChange(long rows, double shown, double restored, Map<String, Double> cpuMicros) {}

    /**
     * A router that leaves: its neighbors go down.
     *
     * @param rows its routes
     * @param hiddenMs milliseconds until the counts are without them
     * @param gone seconds until the policy API has deleted all of them
     */
    record Leave(long rows, double hiddenMs, double gone) {}

    /** Returns the number of routes of all routers. */
    long rows() {
        return first.rows() + copies.rows();
    }
}

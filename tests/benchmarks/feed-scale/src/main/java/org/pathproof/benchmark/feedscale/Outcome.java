// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results of one run.
 *
 * @param run {@code overrides} or {@code tables}
 * @param fillSeconds time from the start of the sessions until every router has all routes
 * @param changeMs for each change: time until it is in every feed, in milliseconds
 * @param backMs for each change: time until its end is in every feed, in milliseconds; empty if not measured
 * @param slow changes beside a router that does not read; null if not measured
 * @param heapBefore heap in use after a full collection, before the feeds, in bytes
 * @param heap heap in use after a full collection, with all routes sent, in bytes
 * @param resident resident memory with all routes sent, in bytes
 * @param peakResident highest resident memory in bytes
 * @param sentBytes bytes of all messages to routers
 */
record Outcome(
        String run,
        Sizes sizes,
        double fillSeconds,
        List<Double> changeMs,
        List<Double> backMs,
        @Nullable SlowReader slow,
        long heapBefore,
        long heap,
        long resident,
        long peakResident,
        long sentBytes) {
    /**
     * Changes while one router does not read.
     *
     * @param droppedSeconds time from the command to stop reading until the speaker ends the session
     * @param reason reason that the speaker gives
     * @param changeMs for each change: time until all other routers have it, in milliseconds
     */
    record SlowReader(double droppedSeconds, String reason, List<Double> changeMs) {}

    /** Returns the heap of the feeds for one route, in bytes. */
    double heapPerRoute() {
        return (heap - heapBefore) / (double) sizes.allRoutes();
    }

    /** Returns the heap of the feeds for one session, in bytes. */
    double heapPerSession() {
        return (heap - heapBefore) / (double) sizes.sessions();
    }

    static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    static double worst(List<Double> values) {
        return Arrays.stream(values.toArray(Double[]::new))
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(Double.NaN);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.util.Arrays;
import java.util.List;

/**
 * Results of one run.
 *
 * @param run {@code overrides} or {@code tables}
 * @param fillSeconds time from the start of the sessions until every router has all routes
 * @param changeMs for each change: time until it is in every feed, in milliseconds
 * @param backMs for each change: time until its end is in every feed, in milliseconds; empty if not measured
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
        long heapBefore,
        long heap,
        long resident,
        long peakResident,
        long sentBytes) {
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

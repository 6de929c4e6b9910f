// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.pathproof.networkrecords.NetworkRecords;

/** Measures requests, one at a time over one connection, after as many that are not measured. */
final class RequestTimes {
    private static final double NANOS_OF_US = 1e3;
    private static final double NANOS_OF_MS = 1e6;
    /** Share of the requests for many routes, which take longer. */
    private static final int FEWER = 50;

    private final NetworkRecords records;
    private final PolicyApi api;
    private final Shown shown;
    private final SplittableRandom random = new SplittableRandom(11);

    RequestTimes(NetworkRecords records, PolicyApi api, Shown shown) {
        this.records = records;
        this.api = api;
        this.shown = shown;
    }

    /**
     * Measures all kinds of requests.
     *
     * @param times number of requests of each kind
     * @param rareRows number of routes that are NOT_VALID
     */
    Outcome.Requests measure(int times, long rareRows) {
        int fewer = Math.max(20, times / FEWER);
        return new Outcome.Requests(
                times(() -> "/actuator/health/liveness", times, NANOS_OF_US),
                // 0.0.0.0/8 is in no table of a router.
                times(() -> "/api/v1/routes?prefix=0." + random.nextInt(256) + ".0.0/16", times, NANOS_OF_US),
                times(() -> shown.routesOf(random.nextInt(records.prefixCount())), times, NANOS_OF_US),
                times(Shown::rare, fewer, NANOS_OF_MS),
                rareRows,
                times(Shown::ofRule, fewer, NANOS_OF_MS),
                times(() -> "/api/v1/summary", fewer, NANOS_OF_MS));
    }

    private Outcome.Request times(Supplier<String> path, int times, double unit) {
        for (int i = 0; i < times; i++) {
            api.get(path.get());
        }
        List<Double> values = new ArrayList<>();
        long cpu = api.javaMicros();
        for (int i = 0; i < times; i++) {
            values.add(api.get(path.get()).nanos() / unit);
        }
        return new Outcome.Request(Samples.of(values), (double) (api.javaMicros() - cpu) / times);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.pathproof.networkrecords.NetworkRecords;

/**
 * Measures requests, one at a time over one connection. Blocks of all kinds alternate, so that other programs slow all
 * kinds down alike. Half of the blocks come first and are not measured.
 */
final class RequestTimes {
    private static final int BLOCKS = 20;
    private static final double NANOS_OF_US = 1e3;
    private static final double NANOS_OF_MS = 1e6;
    /** Share of the requests for many routes, which take longer. */
    private static final int FEWER = 25;

    private final PolicyApi api;

    RequestTimes(PolicyApi api) {
        this.api = api;
    }

    /** A kind of requests, with the times of its measured blocks. */
    private final class Kind {
        private final Supplier<String> path;
        private final int block;
        private final double unit;
        private final List<Double> times = new ArrayList<>();
        private long cpuMicros;

        Kind(Supplier<String> path, int times, double unit) {
            this.path = path;
            this.block = Math.max(1, times / BLOCKS);
            this.unit = unit;
        }

        void run(boolean isMeasured) {
            long cpu = api.requestMicros();
            for (int i = 0; i < block; i++) {
                double time = api.get(path.get()).nanos() / unit;
                if (isMeasured) {
                    times.add(time);
                }
            }
            cpuMicros += isMeasured ? api.requestMicros() - cpu : 0;
        }

        Outcome.Request result() {
            return new Outcome.Request(Samples.of(times), (double) cpuMicros / times.size());
        }
    }

    /**
     * Measures all kinds of requests.
     *
     * @param number number of requests of each kind; less for those of all routes
     * @param rareRows number of routes that are NOT_VALID
     */
    Outcome.Requests measure(NetworkRecords records, Shown shown, int number, long rareRows) {
        SplittableRandom random = new SplittableRandom(11);
        int fewer = number / FEWER;
        Kind liveness = new Kind(() -> "/actuator/health/liveness", number, NANOS_OF_US);
        // 0.0.0.0/8 is in no table of a router.
        Kind absent = new Kind(() -> "/api/v1/routes?prefix=0." + random.nextInt(256) + ".0.0/16", number, NANOS_OF_US);
        Kind prefix = new Kind(() -> shown.routesOf(random.nextInt(records.prefixCount())), number, NANOS_OF_US);
        Kind rare = new Kind(Shown::rare, fewer, NANOS_OF_MS);
        Kind rule = new Kind(Shown::ofRule, fewer, NANOS_OF_MS);
        Kind summary = new Kind(() -> "/api/v1/summary", fewer, NANOS_OF_MS);
        List<Kind> kinds = List.of(liveness, absent, prefix, rare, rule, summary);
        for (int block = 0; block < 2 * BLOCKS; block++) {
            boolean isMeasured = block >= BLOCKS;
            kinds.forEach(kind -> kind.run(isMeasured));
        }
        return new Outcome.Requests(
                liveness.result(),
                absent.result(),
                prefix.result(),
                rare.result(),
                rareRows,
                rule.result(),
                summary.result());
    }
}

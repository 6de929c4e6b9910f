// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.IntConsumer;

/**
 * Measures one workload on the calling thread, in CPU time.
 *
 * @param perOperation time for the warm-up, and for all rounds of an operation together
 * @param perReplay time for the processing of one replay
 * @param batchRoutes number of routes that a scheme with batches verifies in one call
 */
record Measurement(Duration perOperation, Duration perReplay, int batchRoutes) {
    private static final int ROUNDS = 5;
    private static final int HOPS = 4;
    /** Number of routes in a batch of the published tables. */
    private static final int BATCH_ROUTES = 512;

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    Measurement(Duration perOperation, Duration perReplay) {
        this(perOperation, perReplay, BATCH_ROUTES);
    }

    SchemeResult basic(Workload workload) {
        double sign = nanos(workload::sign);
        double verify = nanos(workload::verify);
        double process = nanos(workload::process);
        Delays delays = Delays.replay(Arrivals.NORMAL.times(), workload::process, perReplay);
        return new SchemeResult(
                workload.scheme().name(),
                workload.parameters().name(),
                sign / NANOS_PER_MICRO,
                verify / HOPS / NANOS_PER_MICRO,
                workload.signatureBytes(HOPS) / HOPS,
                workload.attributeBytes(),
                NANOS_PER_SECOND / process,
                delays.average(),
                delays.max());
    }

    DetailedResult detailed(Workload workload) {
        SchemeResult basic = basic(workload);
        OptionalDouble batched = OptionalDouble.empty();
        if (workload.scheme().features().batchable()) {
            double verify = nanos(_ -> workload.verifyTogether(batchRoutes)) / batchRoutes;
            batched = OptionalDouble.of(NANOS_PER_SECOND / (verify + basic.signMicros() * NANOS_PER_MICRO));
        }
        return new DetailedResult(
                basic,
                workload.parameters().published(),
                workload.signatureBytes(2),
                workload.signatureBytes(HOPS),
                Delays.replay(Arrivals.PATHOLOGICAL.times(), workload::process, perReplay),
                batched);
    }

    /** Returns the median over all rounds of the mean CPU time of an operation. */
    double nanos(IntConsumer operation) {
        round(operation, perOperation.toNanos());
        double[] means = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            means[i] = round(operation, perOperation.toNanos() / ROUNDS);
        }
        Arrays.sort(means);
        return means[ROUNDS / 2];
    }

    /** Returns the mean CPU time of an operation, repeated for {@code nanos} of real time. */
    private static double round(IntConsumer operation, long nanos) {
        long end = System.nanoTime() + nanos;
        long start = CpuClock.nanos();
        int count = 0;
        do {
            operation.accept(count++);
        } while (System.nanoTime() < end);
        return (double) (CpuClock.nanos() - start) / count;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Delays of messages at a router with one processor: waiting time and processing time.
 *
 * @param average in seconds
 * @param max in seconds
 * @param processed number of messages that the scheme processed; all others have the processing time of one of these
 */
record Delays(double average, double max, int processed) {
    private static final double NANOS = 1e9;
    private static final long SEED = 7911;

    /**
     * Replays arrivals. The clock of the replay is virtual, but the processing time of a message is the CPU time that
     * the scheme needs for it.
     *
     * @param process processes message i completely
     * @param limit time after which the replay draws processing times from the measured ones
     */
    static Delays replay(double[] arrivals, IntConsumer process, Duration limit) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] service = new double[arrivals.length];
        double free = 0;
        double sum = 0;
        double max = 0;
        int processed = 0;
        long end = System.nanoTime() + limit.toNanos();
        for (int i = 0; i < arrivals.length; i++) {
            if (System.nanoTime() < end || processed == 0) {
                long start = CpuClock.nanos();
                process.accept(i);
                service[i] = (CpuClock.nanos() - start) / NANOS;
                processed++;
            } else {
                service[i] = service[random.nextInt(processed)];
            }
            free = Math.max(free, arrivals[i]) + service[i];
            double delay = free - arrivals[i];
            sum += delay;
            max = Math.max(max, delay);
        }
        return new Delays(sum / arrivals.length, max, processed);
    }
}

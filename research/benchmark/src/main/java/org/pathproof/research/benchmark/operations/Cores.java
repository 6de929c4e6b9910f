// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.operations;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * The rate of validation on several threads, in real time, because threads of one machine share its caches.
 *
 * @param threads number of threads
 * @param perSecond paths a second of all threads together
 */
public record Cores(int threads, double perSecond) {
    /**
     * Measures the rate with one thread, two threads, and so on up to the number of processors.
     *
     * @param workers creates the work of a thread, which validates some paths and returns their number
     * @param time time of each measurement, and of its warm-up
     */
    public static List<Cores> measure(Supplier<Supplier<Integer>> workers, Duration time) {
        int processors = Runtime.getRuntime().availableProcessors();
        List<Supplier<Integer>> work = new ArrayList<>();
        List<Cores> curve = new ArrayList<>();
        for (int threads = 1; threads <= processors; threads++) {
            work.add(workers.get());
            rate(work, time);
            curve.add(new Cores(threads, rate(work, time)));
        }
        return curve;
    }

    private static double rate(List<Supplier<Integer>> work, Duration time) {
        CyclicBarrier start = new CyclicBarrier(work.size());
        try (ExecutorService threads = Executors.newFixedThreadPool(work.size())) {
            List<Future<Double>> rates = work.stream()
                    .map(one -> threads.submit(() -> {
                        start.await();
                        long begun = System.nanoTime();
                        long paths = 0;
                        do {
                            paths += one.get();
                        } while (System.nanoTime() - begun < time.toNanos());
                        return paths * 1e9 / (System.nanoTime() - begun);
                    }))
                    .toList();
            double sum = 0;
            for (Future<Double> rate : rates) {
                sum += rate.get();
            }
            return sum;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a thread of the measurement failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}

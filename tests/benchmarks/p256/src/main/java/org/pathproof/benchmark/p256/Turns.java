// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs turns of contestants. Contestants in this JVM run on threads that are bound to one processor each. */
final class Turns implements AutoCloseable {
    /** Name prefix of the threads of engines in {@code libs/p256}, whose CPU time is added to that of the caller. */
    private static final String ENGINE_THREADS = "p256-";

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Workload workload;
    private final List<ExecutorService> bound = new ArrayList<>();
    private final Map<Place, Task> tasks = new HashMap<>();

    /** Key of a task. A task is kept for later turns, and continues after its last batch. */
    private record Place(String contestant, Job job, int batch, int thread) {}

    private record Part(long signatures, long cpuNanos, long wallNanos) {}

    /** @param processors processor of each thread; if empty, threads are not bound */
    Turns(Workload workload, List<Integer> processors, int threads) {
        this.workload = workload;
        for (int i = 0; i < threads; i++) {
            ExecutorService thread = Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("turn-" + i).factory());
            bound.add(thread);
            if (i < processors.size()) {
                int processor = processors.get(i);
                result(thread.submit(() -> {
                    Processors.bind(processor);
                    return processor;
                }));
            }
        }
    }

    Sample take(Cell cell, Duration length) {
        return switch (cell.contestant()) {
            case Contestant.OtherProcess there -> there.measure(cell.job(), cell.batch(), cell.threads(), length);
            case Contestant.InJvm here -> here(here, cell, length);
        };
    }

    private Sample here(Contestant.InJvm contestant, Cell cell, Duration length) {
        int threads = cell.threads();
        CyclicBarrier start = new CyclicBarrier(threads);
        long others = engineThreads();
        List<Future<Part>> parts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int first = (int) ((long) workload.size() * i / threads);
            Task task = tasks.computeIfAbsent(
                    new Place(contestant.name(), cell.job(), cell.batch(), i),
                    place -> contestant.task(cell.job(), cell.batch(), first));
            parts.add(bound.get(i).submit(() -> part(task, start, length)));
        }
        long signatures = 0;
        long cpu = 0;
        long wall = 0;
        for (Future<Part> future : parts) {
            Part part = result(future);
            signatures += part.signatures;
            cpu += part.cpuNanos;
            wall = Math.max(wall, part.wallNanos);
        }
        return new Sample(signatures, threads, cpu + Math.max(0, engineThreads() - others), wall);
    }

    private static Part part(Task task, CyclicBarrier start, Duration length)
            throws InterruptedException, BrokenBarrierException {
        start.await();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long wall = System.nanoTime();
        long signatures = 0;
        do {
            signatures += task.next();
        } while (System.nanoTime() - wall < length.toNanos());
        return new Part(signatures, THREADS.getCurrentThreadCpuTime() - cpu, System.nanoTime() - wall);
    }

    /** Returns the CPU time of the background threads of engines, in nanoseconds. */
    private static long engineThreads() {
        long nanos = 0;
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(ENGINE_THREADS)) {
                nanos += Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return nanos;
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(Objects.requireNonNull(e.getCause()).getMessage(), e);
        }
    }

    @Override
    public void close() {
        bound.forEach(ExecutorService::close);
    }
}

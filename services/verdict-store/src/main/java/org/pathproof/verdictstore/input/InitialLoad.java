// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.store.RouteTable;

/**
 * The reading of all records that were there before the start. Many records are read by several threads, each with its
 * own partitions and shards; few records are read by the calling thread. Listeners do not hear of these changes.
 */
final class InitialLoad {
    /** Records from which on further threads are worth their start. */
    private static final long MANY = 200_000;

    private static final int PROGRESS_MS = 200;

    private final List<LoadTask> tasks = new ArrayList<>();
    private final Position begin;
    private final CountDownLatch failed = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Called by the follower's thread again and again: with the present position. */
    interface Progress {
        void note(Position position);
    }

    /**
     * Plans the reading.
     *
     * @param begin position from which records are read
     * @param ends the end of each partition
     * @param epochs epochs of leaders at the position; receives later ones
     * @param processors number of processors
     */
    InitialLoad(RouteTable table, Position begin, Map<TopicPartition, Long> ends, LeaderEpochs epochs, int processors) {
        this.begin = begin;
        List<StartOffset> starts = begin.starts(epochs.byPartition());
        long records = starts.stream()
                .mapToLong(start -> Math.max(
                        0,
                        ends.getOrDefault(start.partition(), 0L)
                                - start.offset().offset()))
                .sum();
        int threads = records < MANY ? 1 : processors;
        List<List<StartOffset>> parts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            parts.add(new ArrayList<>());
        }
        int next = 0;
        for (StartOffset start : starts) {
            // All sessions are read by one thread.
            int part = start.partition().topic().equals(KafkaTopics.SESSIONS) ? 0 : next++ % threads;
            parts.get(part).add(start);
        }
        for (List<StartOffset> part : parts) {
            if (!part.isEmpty()) {
                tasks.add(new LoadTask(table, part, ends, epochs));
            }
        }
    }

    /** Returns the number of threads. */
    int threads() {
        return tasks.size();
    }

    /** Returns the present position. */
    Position position() {
        Position now = begin;
        for (LoadTask task : tasks) {
            for (Map.Entry<TopicPartition, Long> next : task.next().entrySet()) {
                now = now.with(next.getKey(), next.getValue());
            }
        }
        return now;
    }

    /** Adds the keys of the records that could not be applied. */
    void addRejectedTo(RejectedKeys all) {
        tasks.forEach(task -> all.addAll(task.rejected()));
    }

    /**
     * Reads up to the ends, or until {@code stopping}.
     *
     * @param own the caller's consumer
     * @param more opens further consumers by number
     * @throws KafkaException if a consumer fails; {@link #position} is valid then
     */
    void run(
            Consumer<byte[], byte[]> own,
            IntFunction<Consumer<byte[], byte[]>> more,
            BooleanSupplier stopping,
            Progress progress) {
        if (tasks.size() == 1) {
            LoadTask only = tasks.getFirst();
            only.begin(own);
            while (!only.isDone() && !stopping.getAsBoolean()) {
                only.poll(own);
                progress.note(position());
            }
            return;
        }
        List<Thread> threads = new ArrayList<>();
        try {
            for (LoadTask task : tasks) {
                Consumer<byte[], byte[]> from = more.apply(threads.size());
                threads.add(Thread.ofPlatform()
                        .name("verdict-load-" + threads.size())
                        .daemon()
                        .start(() -> run(task, from, stopping)));
            }
            while (!isDone() && !stopping.getAsBoolean() && !failed.await(PROGRESS_MS, TimeUnit.MILLISECONDS)) {
                progress.note(position());
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            failed.countDown();
            threads.forEach(InitialLoad::join);
        }
        switch (failure.get()) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException known -> throw known;
            case Throwable other -> throw new KafkaException(other);
        }
    }

    private boolean isDone() {
        return tasks.stream().allMatch(LoadTask::isDone);
    }

    private void run(LoadTask task, Consumer<byte[], byte[]> from, BooleanSupplier stopping) {
        try (from) {
            task.begin(from);
            while (!task.isDone() && failed.getCount() > 0 && !stopping.getAsBoolean()) {
                task.poll(from);
            }
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
            failed.countDown();
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

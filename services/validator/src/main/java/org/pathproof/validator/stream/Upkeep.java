// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Tracks the background work of all tasks: revalidating routes after a change of the RPKI, and sweeping routes of
 * ended sessions. Consumer offsets do not reflect this work. Tasks report on their own threads; any thread may read.
 */
public final class Upkeep {
    private final Set<Task> tasks = ConcurrentHashMap.newKeySet();
    private final LongSupplier nanoTime;

    public Upkeep() {
        this(System::nanoTime);
    }

    /** @param nanoTime supplies nanoseconds, like {@link System#nanoTime} */
    Upkeep(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns true while a task has not tested all its routes since its start: it may have missed earlier changes. */
    public boolean isStarting() {
        return tasks.stream().anyMatch(task -> task.starting);
    }

    /**
     * Returns the age of the oldest unfinished work. A task without a report for one second counts as unfinished work.
     */
    public Duration oldest() {
        long now = nanoTime.getAsLong();
        long oldest = 0;
        for (Task task : tasks) {
            oldest =
                    Math.max(oldest, task.working ? now - task.since : now - task.reported - Task.MAX_REPORT_AGE_NANOS);
        }
        return Duration.ofNanos(oldest);
    }

    /** Adds a task, which must first test all its routes. */
    Task open() {
        Task task = new Task();
        tasks.add(task);
        return task;
    }

    /** The state of one task, which reports every few milliseconds. */
    final class Task {
        private static final long MAX_REPORT_AGE_NANOS = 1_000_000_000L;

        private volatile boolean starting = true;
        private volatile boolean working = true;
        private volatile long since = nanoTime.getAsLong();
        private volatile long reported = since;

        private Task() {}

        /** Records the presence or absence of background work. */
        void report(boolean hasWork) {
            long now = nanoTime.getAsLong();
            reported = now;
            if (hasWork && !working) {
                since = now;
            }
            working = hasWork;
            if (!hasWork) {
                starting = false;
            }
        }

        void close() {
            tasks.remove(this);
        }
    }
}

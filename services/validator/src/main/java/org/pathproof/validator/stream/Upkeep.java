// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Knows which tasks still owe work that is about no new record: judging routes again after a change of the RPKI, and sweeping routes of
 * sessions that are over. Offsets do not tell of it. Tasks report on their own threads; any thread may ask.
 */
public final class Upkeep {
    private final Set<Task> tasks = ConcurrentHashMap.newKeySet();
    private final LongSupplier nanoTime;

    public Upkeep() {
        this(System::nanoTime);
    }

    /** @param nanoTime as {@link System#nanoTime} */
    Upkeep(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns true when a task has not been through all its routes since its start: what changed while it was away is not known. */
    public boolean isStarting() {
        return tasks.stream().anyMatch(task -> task.starting);
    }

    /** For how long the work that waits longest has waited; for how long a task has not reported, if that is longer than a report takes. */
    public Duration oldest() {
        long now = nanoTime.getAsLong();
        long oldest = 0;
        for (Task task : tasks) {
            oldest = Math.max(oldest, task.owes ? now - task.since : now - task.reported - Task.REPORTS_NANOS);
        }
        return Duration.ofNanos(oldest);
    }

    /** A task starts, and owes a walk through all its routes. */
    Task open() {
        Task task = new Task();
        tasks.add(task);
        return task;
    }

    /** Of one task, which reports every few milliseconds. */
    final class Task {
        private static final long REPORTS_NANOS = 1_000_000_000L;

        private volatile boolean starting = true;
        private volatile boolean owes = true;
        private volatile long since = nanoTime.getAsLong();
        private volatile long reported = since;

        private Task() {}

        /** Returns true when the task owes work now. */
        void report(boolean owing) {
            long now = nanoTime.getAsLong();
            reported = now;
            if (owing && !owes) {
                since = now;
            }
            owes = owing;
            if (!owing) {
                starting = false;
            }
        }

        void close() {
            tasks.remove(this);
        }
    }
}

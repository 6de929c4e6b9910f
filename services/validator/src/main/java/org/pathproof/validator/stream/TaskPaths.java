// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.proof.KnownPaths;
import org.pathproof.validator.route.Incoming;
import org.pathproof.validator.route.PathOutcome;
import org.pathproof.validator.route.SharedProofs;

/**
 * Finds paths whose proof the rows of a task have, by the partition of the task. The tasks of a process are entered
 * here while they run.
 */
public final class TaskPaths implements KnownPaths {
    private final Map<Integer, Task> tasks = new ConcurrentHashMap<>(); // by partition

    /** Returns null also for a partition whose task runs on another thread: only that thread may read its rows. */
    @Override
    public @Nullable PathOutcome find(int partition, Incoming in, RpkiSet rpki) {
        Task task = tasks.get(partition);
        return task == null || !task.isOfThisThread() || !task.isTrusted.getAsBoolean()
                ? null
                : task.paths.find(in, rpki);
    }

    /**
     * Enters the task of a partition. The calling thread is the one that runs the task.
     *
     * @param isTrusted returns false while rows of the task may depend on a wrong result of an engine
     */
    Task enter(int partition, SharedProofs paths, BooleanSupplier isTrusted) {
        Task task = new Task(partition, paths, isTrusted, Thread.currentThread());
        tasks.put(partition, task);
        return task;
    }

    /** A task that is entered here until it is closed. */
    final class Task {
        private final int partition;
        private final SharedProofs paths;
        private final BooleanSupplier isTrusted;
        private final Thread thread;

        private Task(int partition, SharedProofs paths, BooleanSupplier isTrusted, Thread thread) {
            this.partition = partition;
            this.paths = paths;
            this.isTrusted = isTrusted;
            this.thread = thread;
        }

        /** Compares by identity: a thread has no equal. */
        @SuppressWarnings("ReferenceEquality")
        private boolean isOfThisThread() {
            return thread == Thread.currentThread();
        }

        void close() {
            tasks.remove(partition, this);
        }
    }
}

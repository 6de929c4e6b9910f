// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tracks the tasks that discard proofs of a signature engine, and those whose routes await new proofs. Tasks report on
 * their own threads; any thread may read. See docs/adr/0041.
 */
public final class ProofRevalidations {
    private final Set<Task> tasks = ConcurrentHashMap.newKeySet();

    /** A task that needs the tables of all routers, because it discarded the proofs before a report. */
    public static final class Need {
        private final Task task;
        private final long number;

        private Need(Task task, long number) {
            this.task = task;
            this.number = number;
        }

        /** Records that the tables were requested. */
        public void confirmRequest() {
            task.requested = number;
        }
    }

    /**
     * Returns the needs of all tasks. Empty while a task still discards proofs, so that one request serves all tasks of
     * this process.
     */
    public List<Need> needs() {
        return tasks.stream().anyMatch(task -> task.isRevalidating)
                ? List.of()
                : tasks.stream()
                        .filter(task -> task.needed > task.requested)
                        .map(task -> new Need(task, task.needed))
                        .toList();
    }

    Task open() {
        Task task = new Task();
        tasks.add(task);
        return task;
    }

    /** The state of one task. Only the thread of the task calls the methods. */
    final class Task {
        private volatile boolean isRevalidating;
        private volatile long needed; // number of the report after which the tables are needed; 0 for none
        private volatile long requested; // number of the report after which the tables were requested

        private Task() {}

        /** Records that the task walks through its rows and discards proofs. */
        void begin() {
            isRevalidating = true;
        }

        /** Records that no row depends on a discarded proof any more. */
        void end() {
            isRevalidating = false;
        }

        /** Records that routes await the tables of all routers, after the report with this number. */
        void requireTables(long number) {
            needed = number;
        }

        /** Returns true if the tables were requested since {@link #requireTables} with this number. */
        boolean isRequested(long number) {
            return number > 0 && requested == number;
        }

        void close() {
            tasks.remove(this);
        }
    }
}

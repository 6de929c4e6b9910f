// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tracks the tasks that doubt proofs of a signature engine, and those whose routes await new proofs. Tasks report on
 * their own threads; any thread may read. See docs/adr/0041.
 */
public final class ProofDoubts {
    private final Set<Task> tasks = ConcurrentHashMap.newKeySet();

    /** The need of a task that the tables of all routers are asked for, after it doubted the proofs of a report. */
    public static final class Need {
        private final Task task;
        private final long number;

        private Need(Task task, long number) {
            this.task = task;
            this.number = number;
        }

        /** Records that the tables were asked for after the need arose. */
        public void asked() {
            task.asked = number;
        }
    }

    /**
     * Returns the needs of all tasks. Empty while a task still doubts proofs, so that one request serves all tasks of
     * this process.
     */
    public List<Need> needs() {
        return tasks.stream().anyMatch(task -> task.isDoubting)
                ? List.of()
                : tasks.stream()
                        .filter(task -> task.needed > task.asked)
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
        private volatile boolean isDoubting;
        private volatile long needed; // number of the report after which the tables are needed; 0 for none
        private volatile long asked; // number of the report after which the tables were asked for

        private Task() {}

        /** Records that the task doubts its rows one by one. */
        void doubting() {
            isDoubting = true;
        }

        /** Records that all rows from before the report with this number are doubted. */
        void doubted() {
            isDoubting = false;
        }

        /** Records that routes await the tables, after the report with this number. */
        void needs(long number) {
            needed = number;
        }

        /** Returns true if the tables were asked for since {@link #needs} with this number. */
        boolean isAsked(long number) {
            return number > 0 && asked == number;
        }

        void close() {
            tasks.remove(this);
        }
    }
}

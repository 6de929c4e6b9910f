// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Tracks the tasks whose state was lost with a topic, until the tables of all routers are asked for. Tasks report on
 * their own threads; any thread may read. See docs/adr/0049.
 */
public final class StateLosses {
    private final Set<Task> tasks = ConcurrentHashMap.newKeySet();

    /**
     * Returns the topics because of which the tables of all routers are needed. Empty while a task still reads its rows
     * back, so that one request serves all tasks of this process.
     */
    public Set<String> needs() {
        List<Task> open = List.copyOf(tasks);
        return open.stream().anyMatch(task -> task.isWorking)
                ? Set.of()
                : open.stream()
                        .filter(task -> !task.lost.isEmpty() && !task.isAsked)
                        .map(task -> task.lost)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Records that the tables were asked for after {@link #needs} returned these topics. */
    public void asked(Set<String> topics) {
        tasks.stream().filter(task -> topics.contains(task.lost)).forEach(task -> task.isAsked = true);
    }

    /** Returns a sentence about the tasks whose rows are not complete; empty if there are none. */
    public String problem() {
        Set<String> lost = new TreeSet<>();
        Set<Integer> partitions = new TreeSet<>();
        for (Task task : tasks) {
            if (!task.lost.isEmpty()) {
                lost.add(task.lost);
                partitions.add(task.partition);
            }
        }
        return lost.isEmpty()
                ? ""
                : String.join(", ", lost) + " was deleted or lost records: the routes of partitions " + partitions
                        + " are read back from the verdicts, and the collectors are asked for the tables of all routers";
    }

    Task open(int partition) {
        Task task = new Task(partition);
        tasks.add(task);
        return task;
    }

    /** The state of one task. Only the thread of the task calls the methods. */
    final class Task {
        private final int partition;
        private volatile String lost = ""; // the lost topic; empty if nothing is lost
        private volatile boolean isWorking;
        private volatile boolean isAsked;

        private Task(int partition) {
            this.partition = partition;
        }

        /** Records the topic because of which the tables are needed. */
        void lost(String topic) {
            lost = topic;
        }

        /** Records that rows are being read back or published again. */
        void working(boolean isWorkingNow) {
            isWorking = isWorkingNow;
        }

        /** Returns true if the tables are needed and were not asked for yet. */
        boolean isWaiting() {
            return !lost.isEmpty() && !isAsked;
        }

        /** Records that the store is marked as complete. */
        void recovered() {
            lost = "";
        }

        void close() {
            tasks.remove(this);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Tracks the tasks whose state was lost with a topic, until the tables of all routers are requested. Tasks report on
 * their own threads; any thread may read. See docs/adr/0049.
 */
public final class StateLosses {
    private final Set<Task> tasks = ConcurrentHashMap.newKeySet();

    /**
     * Returns the topics because of which the tables of all routers are needed. Empty while a task still reads its rows
     * back, so that one request serves all tasks of this process.
     */
    public Set<String> topicsToRequest() {
        List<Task> open = List.copyOf(tasks);
        return open.stream().anyMatch(task -> task.isWorking)
                ? Set.of()
                : open.stream()
                        .filter(task -> !task.lost.isEmpty() && !task.isRequested)
                        .map(task -> task.lost)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Records that the tables were requested after {@link #topicsToRequest} returned these topics. */
    public void confirmRequest(Set<String> topics) {
        tasks.stream().filter(task -> topics.contains(task.lost)).forEach(task -> task.isRequested = true);
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
                        + " are read back from the verdicts, and the tables of all routers are requested from the collectors";
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
        private volatile boolean isRequested;

        private Task(int partition) {
            this.partition = partition;
        }

        /** Records the topic because of which the tables are needed. */
        void setLost(String topic) {
            lost = topic;
        }

        /** Records that rows are being read back or published again. */
        void setWorking(boolean isWorkingNow) {
            isWorking = isWorkingNow;
        }

        /** Returns true if the tables are needed and were not requested yet. */
        boolean isWaiting() {
            return !lost.isEmpty() && !isRequested;
        }

        /** Records that the store is marked as complete. */
        void clearLost() {
            lost = "";
        }

        void close() {
            tasks.remove(this);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Simulated time: runs actions in the order of their times, and those of one time in the order of their reports. */
final class Clock {
    private final PriorityQueue<Action> queue = new PriorityQueue<>();
    private final SplittableRandom random;
    private long now;
    private long sequence;
    private long messages;

    private record Action(long time, long sequence, Runnable run) implements Comparable<Action> {
        @Override
        public int compareTo(Action other) {
            int order = Long.compare(time, other.time);
            return order != 0 ? order : Long.compare(sequence, other.sequence);
        }
    }

    Clock(long seed) {
        random = new SplittableRandom(seed);
    }

    long now() {
        return now;
    }

    /** Returns a random delay of 1 to {@code longest}. */
    int delay(int longest) {
        return random.nextInt(1, longest + 1);
    }

    void runAt(long time, Runnable action) {
        queue.add(new Action(time, sequence++, action));
    }

    void countMessage() {
        messages++;
    }

    long messages() {
        return messages;
    }

    /** Runs all actions up to a time. */
    void advanceTo(long time) {
        while (!queue.isEmpty() && queue.element().time() <= time) {
            runNext();
        }
        now = Math.max(now, time);
    }

    boolean isIdle() {
        return queue.isEmpty();
    }

    /** Runs actions until none is left, or until there were too many messages. Returns true if none is left. */
    boolean runUntilQuiet(long limit) {
        long last = messages + limit;
        while (!queue.isEmpty()) {
            if (messages > last) {
                return false;
            }
            runNext();
        }
        return true;
    }

    private void runNext() {
        Action action = queue.remove();
        now = action.time();
        action.run().run();
    }
}

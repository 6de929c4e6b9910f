// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.feeds;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A value and its earlier values of the last seconds. Updates, keys and sessions reach a replica with different delays,
 * so that a replica may combine a new value of one with an earlier value of another. Not thread-safe.
 */
final class Timeline<T> {
    private static final long MEMORY_NANOS = Duration.ofSeconds(5).toNanos();

    private final Deque<Era<T>> past = new ArrayDeque<>();
    private T current;

    /**
     * A value.
     *
     * @param untilNanos {@link System#nanoTime} of its end; {@link Long#MAX_VALUE} for the current value
     */
    record Era<T>(T value, long untilNanos) {}

    Timeline(T first) {
        current = first;
    }

    T current() {
        return current;
    }

    /** Sets the value. The earlier value ends at {@code untilNanos}, which may be later than {@code nowNanos}. */
    void set(T value, long nowNanos, long untilNanos) {
        while (!past.isEmpty() && nowNanos - past.getFirst().untilNanos() > MEMORY_NANOS) {
            past.removeFirst();
        }
        past.addLast(new Era<>(current, untilNanos));
        current = value;
    }

    /** Ends the value before the current one, unless it has ended earlier. Does nothing if there is no such value. */
    void endPrevious(long nowNanos) {
        if (!past.isEmpty() && past.getLast().untilNanos() > nowNanos) {
            past.addLast(new Era<>(past.removeLast().value(), nowNanos));
        }
    }

    /** Returns the values of the last seconds. */
    List<Era<T>> eras() {
        List<Era<T>> all = new ArrayList<>(past);
        all.add(new Era<>(current, Long.MAX_VALUE));
        return all;
    }
}

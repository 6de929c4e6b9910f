// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.feed.Position;

/**
 * The last events, numbered in their order. One thread writes and never waits; any number of threads read. A reader that comes too late finds
 * the event gone.
 */
final class EventRing {
    private final AtomicReferenceArray<@Nullable EventMessage> slots;
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();
    private volatile long head;
    private volatile long tail;

    /**
     * @param capacity events that are kept
     * @param maxBytes bytes that they may hold; the newest event is kept in any case
     */
    EventRing(int capacity, long maxBytes) {
        this.slots = new AtomicReferenceArray<>(capacity);
        this.maxBytes = maxBytes;
    }

    /** The number of the next event to come. */
    long head() {
        return head;
    }

    /** The number of the oldest event that is kept; the head when there is none. */
    long tail() {
        return tail;
    }

    long bytes() {
        return bytes.get();
    }

    private int slot(long number) {
        return (int) (number % slots.length());
    }

    /**
     * Adds an event. Of the writing thread alone.
     *
     * @param before the position before it
     */
    void add(StoreEvent event, Position before) {
        long number = head;
        if (number - tail == slots.length()) {
            removeOldest();
        }
        EventMessage message = new EventMessage(event, number, before, bytes);
        slots.set(slot(number), message);
        head = number + 1;
        while (bytes.get() > maxBytes && tail < number) {
            removeOldest();
        }
    }

    private void removeOldest() {
        long number = tail;
        EventMessage oldest = slots.get(slot(number));
        tail = number + 1;
        slots.set(slot(number), null);
        if (oldest != null) {
            oldest.drop();
        }
    }

    /** Removes all events. Of the writing thread alone. */
    void clear() {
        while (tail < head) {
            removeOldest();
        }
    }

    /** An event; null when it is not kept any more, or has not come. */
    @Nullable
    EventMessage get(long number) {
        EventMessage message = slots.get(slot(number));
        return message != null && message.number() == number ? message : null;
    }

    /** The position before an event, or behind the newest; empty when neither is known. */
    Optional<Position> positionAt(long number) {
        EventMessage message = get(number);
        if (message != null) {
            return Optional.of(message.before());
        }
        EventMessage last = number == 0 ? null : get(number - 1);
        return last == null
                ? Optional.empty()
                : Optional.of(last.event().origin().next());
    }
}

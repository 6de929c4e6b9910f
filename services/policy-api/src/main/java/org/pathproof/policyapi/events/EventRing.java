// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.input.Position;

/**
 * The latest events, numbered in order. One thread writes. Any number of threads read. {@link #get} returns null for an
 * event that was overwritten.
 */
final class EventRing {
    private final AtomicReferenceArray<@Nullable EventMessage> slots;
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();
    private volatile long head;
    private volatile long tail;

    /**
     * @param capacity maximum number of events
     * @param maxBytes maximum number of bytes; the newest event is always kept
     */
    EventRing(int capacity, long maxBytes) {
        this.slots = new AtomicReferenceArray<>(capacity);
        this.maxBytes = maxBytes;
    }

    /** Returns the number of the next event. */
    long head() {
        return head;
    }

    /** Returns the number of the oldest event; the head if there is none. */
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
     * Adds an event. Only the writing thread may call this method.
     *
     * @param before position before the event
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

    /** Removes all events. Only the writing thread may call this method. */
    void clear() {
        while (tail < head) {
            removeOldest();
        }
    }

    /** Returns an event; null if it was removed or does not exist yet. */
    @Nullable
    EventMessage get(long number) {
        EventMessage message = slots.get(slot(number));
        return message != null && message.number() == number ? message : null;
    }

    /** Returns the position before an event or after the newest one; empty if it is not known. */
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

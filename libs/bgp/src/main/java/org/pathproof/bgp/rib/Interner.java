// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Holds each of many equal values once, and gives it a number above 0. A value is removed after its last use, and its
 * number is given to another value. Thread-safe.
 *
 * <p>{@link #get} takes no lock. A thread may call it with a number that it got from {@link #take}, or that it received
 * under a lock from the thread that called {@code take}.
 */
final class Interner<T> {
    /** Highest number. The bits above it are free for the owner of a number. */
    static final int MAX = (1 << 28) - 1;

    private static final int FIRST_CAPACITY = 16;

    /** Open addressing with linear probing; 0 is an empty slot. */
    private int[] slots = new int[2 * FIRST_CAPACITY];
    /** Values by number. */
    private volatile Object[] values = new Object[FIRST_CAPACITY];
    /** Uses by number; for a number without a value, the next free number. */
    private int[] uses = new int[FIRST_CAPACITY];

    private int used;
    private int highest;
    private int free;

    /**
     * Returns the number of a value, and counts a use of it.
     *
     * @throws IllegalStateException when there are {@link #MAX} values
     */
    synchronized int take(T value) {
        int slot = slot(value);
        int number = slots[slot];
        if (number == 0) {
            number = newNumber();
            values[number] = value;
            uses[number] = 0;
            slots[slot] = number;
            used++;
            if (2 * used > slots.length) {
                grow();
            }
        }
        uses[number]++;
        return number;
    }

    /** Returns the number of a value; 0 if the value is not in use. */
    synchronized int find(T value) {
        return slots[slot(value)];
    }

    /** Counts one more use of a value. */
    synchronized void retain(int number) {
        uses[number]++;
    }

    /** Ends a use of a value. Does nothing for 0. */
    synchronized void release(int number) {
        if (number != 0 && --uses[number] == 0) {
            remove(number);
        }
    }

    /** Returns the value of a number in use. */
    @SuppressWarnings("unchecked") // only take() adds values
    T get(int number) {
        return (T) Objects.requireNonNull(values[number]);
    }

    /** Returns the number of values. */
    synchronized int size() {
        return used;
    }

    private int newNumber() {
        if (free != 0) {
            int number = free;
            free = uses[number];
            return number;
        }
        int number = ++highest;
        if (number > MAX) {
            highest--;
            throw new IllegalStateException("more than " + MAX + " prefixes or sets of attributes");
        }
        if (number == uses.length) {
            int length = Math.min(MAX + 1, number + (number >> 1));
            uses = Arrays.copyOf(uses, length);
            values = Arrays.copyOf(values, length);
        }
        return number;
    }

    private void remove(int number) {
        int hole = slot(get(number));
        for (int slot = next(hole); slots[slot] != 0; slot = next(slot)) {
            int home = home(get(slots[slot]));
            // An entry moves into the hole if the hole is not before its home.
            if ((slot - home & slots.length - 1) >= (slot - hole & slots.length - 1)) {
                slots[hole] = slots[slot];
                hole = slot;
            }
        }
        slots[hole] = 0;
        clear(number);
        uses[number] = free;
        free = number;
        used--;
    }

    private void clear(int number) {
        @Nullable Object[] cleared = values;
        cleared[number] = null;
    }

    private void grow() {
        slots = new int[2 * slots.length];
        for (int number = 1; number <= highest; number++) {
            if (isInUse(number)) {
                slots[slot(get(number))] = number;
            }
        }
    }

    private boolean isInUse(int number) {
        return values[number] != null;
    }

    /** Returns the slot of a value, or the empty slot where it belongs. */
    private int slot(T value) {
        int slot = home(value);
        while (slots[slot] != 0 && !get(slots[slot]).equals(value)) {
            slot = next(slot);
        }
        return slot;
    }

    private int home(T value) {
        int hash = value.hashCode() * 0x9e37_79b9;
        return (hash ^ hash >>> 15) & slots.length - 1;
    }

    private int next(int slot) {
        return slot + 1 & slots.length - 1;
    }
}

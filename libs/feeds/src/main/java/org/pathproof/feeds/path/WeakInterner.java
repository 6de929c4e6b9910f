// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Holds one of several equal values, as long as something else refers to it. A value needs one weak reference of 32
 * bytes. {@link java.util.WeakHashMap} needs two references for each value, because its map values are strong.
 * Thread-safe.
 */
public final class WeakInterner<T> {
    private static final int MIN_CAPACITY = 64;

    private final ReferenceQueue<T> collected = new ReferenceQueue<>();
    private @Nullable Entry<T>[] table = newTable(MIN_CAPACITY);
    private int size;

    /** A value, with the next value of the same slot. */
    private static final class Entry<T> extends WeakReference<T> {
        final int hash;

        @Nullable
        Entry<T> next;

        Entry(T value, int hash, ReferenceQueue<T> collected) {
            super(value, collected);
            this.hash = hash;
        }
    }

    /** Returns the first of the equal values in use. */
    public synchronized T of(T value) {
        T known = find(value);
        if (known != null) {
            return known;
        }
        removeCollected();
        if (size >= table.length) {
            resize(2 * table.length);
        }
        insert(new Entry<>(value, spread(value), collected));
        size++;
        return value;
    }

    /** Returns the equal value in use; null if there is none. */
    synchronized @Nullable T find(T value) {
        int hash = spread(value);
        for (Entry<T> entry = table[hash & table.length - 1]; entry != null; entry = entry.next) {
            T known = entry.hash == hash ? entry.get() : null;
            if (value.equals(known)) {
                return known;
            }
        }
        return null;
    }

    /** Returns the number of values, including those that the garbage collector has just cleared. */
    synchronized int size() {
        removeCollected();
        return size;
    }

    private void removeCollected() {
        for (Reference<? extends T> gone = collected.poll(); gone != null; gone = collected.poll()) {
            remove((Entry<?>) gone);
        }
        if (table.length > MIN_CAPACITY && size < table.length / 8) {
            resize(table.length / 2);
        }
    }

    private void remove(Entry<?> gone) {
        int slot = gone.hash & table.length - 1;
        Entry<T> before = null;
        for (Entry<T> entry = table[slot]; entry != null; before = entry, entry = entry.next) {
            if (entry == gone) {
                if (before == null) {
                    table[slot] = entry.next;
                } else {
                    before.next = entry.next;
                }
                size--;
                return;
            }
        }
    }

    private void resize(int capacity) {
        @Nullable Entry<T>[] old = table;
        table = newTable(capacity);
        for (Entry<T> slot : old) {
            for (Entry<T> entry = slot; entry != null; ) {
                Entry<T> next = entry.next;
                insert(entry);
                entry = next;
            }
        }
    }

    private void insert(Entry<T> entry) {
        int slot = entry.hash & table.length - 1;
        entry.next = table[slot];
        table[slot] = entry;
    }

    private static int spread(Object value) {
        int hash = value.hashCode() * 0x9e37_79b1;
        return hash ^ hash >>> 15;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static <T> @Nullable Entry<T>[] newTable(int capacity) {
        return new Entry[capacity];
    }
}

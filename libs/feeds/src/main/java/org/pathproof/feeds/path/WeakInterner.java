// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import java.lang.ref.WeakReference;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Holds one of several equal values, as long as something else refers to it. Thread-safe. */
public final class WeakInterner<T> {
    private final WeakHashMap<T, WeakReference<T>> values = new WeakHashMap<>();

    /** Returns the first of the equal values in use. */
    public synchronized T of(T value) {
        T known = find(value);
        if (known != null) {
            return known;
        }
        values.put(value, new WeakReference<>(value));
        return value;
    }

    /** Returns the equal value in use; null if there is none. */
    synchronized @Nullable T find(T value) {
        WeakReference<T> reference = values.get(value);
        return reference == null ? null : reference.get();
    }
}

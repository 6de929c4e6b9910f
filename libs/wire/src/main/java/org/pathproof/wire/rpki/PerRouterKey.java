// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import java.util.function.Function;

/**
 * Computes a value from a router key once, and stores it in the {@link RouterKey} object.
 *
 * <p>The value exists as long as the key object. Every signature needs the value, so access uses neither a table nor a
 * comparison of bytes. A key stores only one value: a second instance with another class of values computes its value
 * at every access. Thread-safe.
 */
public final class PerRouterKey<V> {
    private final Class<V> kind;
    private final Function<RouterKey, ? extends V> making;

    /**
     * @param kind the class of the value
     * @param making computes the value; concurrent calls for one key are possible, and one result is stored
     */
    public PerRouterKey(Class<V> kind, Function<RouterKey, ? extends V> making) {
        this.kind = kind;
        this.making = making;
    }

    /** Returns the stored value of the key object. Computes and stores the value if none is stored. */
    public V of(RouterKey key) {
        Object storedValue = key.storedValue();
        if (kind.isInstance(storedValue)) {
            return kind.cast(storedValue);
        }
        V value = making.apply(key);
        Object kept = storedValue == null ? key.keep(value) : value;
        return kind.isInstance(kept) ? kind.cast(kept) : value;
    }
}

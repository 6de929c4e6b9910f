// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import java.util.function.Function;

/**
 * A value that is derived from a router key, computed once and stored in the {@link RouterKey} object.
 *
 * <p>The value lives as long as the key. Access needs no table and no comparison of bytes, because it happens for every
 * signature. A key stores one value: with two instances of different kinds, the second computes its value at every
 * access. Thread-safe.
 */
public final class PerRouterKey<V> {
    private final Class<V> kind;
    private final Function<RouterKey, ? extends V> making;

    /**
     * @param kind the class of the value
     * @param making computes the value. Two threads may call it for the same key at a time; one result is stored
     */
    public PerRouterKey(Class<V> kind, Function<RouterKey, ? extends V> making) {
        this.kind = kind;
        this.making = making;
    }

    /** Returns the stored value of this key object, computing it if absent. */
    public V of(RouterKey key) {
        Object made = key.made();
        if (kind.isInstance(made)) {
            return kind.cast(made);
        }
        V value = making.apply(key);
        Object kept = made == null ? key.keep(value) : value;
        return kind.isInstance(kept) ? kind.cast(kept) : value;
    }
}

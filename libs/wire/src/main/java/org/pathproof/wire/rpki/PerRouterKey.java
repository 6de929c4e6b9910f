// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import java.util.function.Function;

/**
 * Something that follows from a router key alone, made once for each {@link RouterKey} object and kept with it: it is there as long as the
 * key, takes no table of its own, and looking it up compares nobody's bytes and writes nothing. That is done for every signature. A key
 * has room for one such thing. Whoever asks for one of another kind gets what he asks for, made anew each time. For several threads.
 */
public final class PerRouterKey<V> {
    private final Class<V> kind;
    private final Function<RouterKey, ? extends V> making;

    /** @param making makes it; may be called twice for a key that two threads ask for at a time, and only the first is used then */
    public PerRouterKey(Class<V> kind, Function<RouterKey, ? extends V> making) {
        this.kind = kind;
        this.making = making;
    }

    /** What was made of this object, or is made now. */
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

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something that is made of a router key once, for each {@link RouterKey} object and as long as that is there. Keys are told apart by
 * identity, so that nobody's octets are hashed or compared, and looking one up writes nothing: it is done for every signature. For
 * several threads.
 */
public final class PerRouterKey<V> {
    private static final int LEAST = 64;

    private final Function<RouterKey, V> making;
    private final ReferenceQueue<RouterKey> gone = new ReferenceQueue<>();
    private volatile AtomicReferenceArray<@Nullable Entry<V>> chains = new AtomicReferenceArray<>(LEAST);
    private int size; // changes in synchronized methods

    /** A link of a chain. Chains are replaced and never changed, so that readers need no lock. */
    private static final class Entry<V> extends WeakReference<RouterKey> {
        final int hash;
        final V value;
        final @Nullable Entry<V> next;

        Entry(RouterKey key, ReferenceQueue<RouterKey> gone, int hash, V value, @Nullable Entry<V> next) {
            super(key, gone);
            this.hash = hash;
            this.value = value;
            this.next = next;
        }
    }

    /** @param making makes it; may be called twice for a key that two threads ask for at a time */
    public PerRouterKey(Function<RouterKey, V> making) {
        this.making = making;
    }

    /** What was made of this object, or is made now. */
    public V of(RouterKey key) {
        int hash = System.identityHashCode(key);
        AtomicReferenceArray<@Nullable Entry<V>> table = chains;
        Entry<V> found = find(table.get(hash & table.length() - 1), key);
        return found != null ? found.value : add(key, hash, making.apply(key));
    }

    /** How many keys there are, those included that nobody holds any more and that were not noticed yet. */
    public synchronized int size() {
        return size;
    }

    private static <V> @Nullable Entry<V> find(@Nullable Entry<V> chain, RouterKey key) {
        for (Entry<V> entry = chain; entry != null; entry = entry.next) {
            if (entry.refersTo(key)) {
                return entry;
            }
        }
        return null;
    }

    private synchronized V add(RouterKey key, int hash, V value) {
        boolean anyGone = false;
        while (gone.poll() != null) {
            anyGone = true;
        }
        if (anyGone || size >= chains.length()) {
            rebuild();
        }
        int place = hash & chains.length() - 1;
        Entry<V> chain = chains.get(place);
        Entry<V> meanwhile = find(chain, key);
        if (meanwhile != null) {
            return meanwhile.value;
        }
        chains.set(place, new Entry<>(key, gone, hash, value, chain));
        size++;
        return value;
    }

    /** Leaves those out that are gone, and makes room. */
    private void rebuild() {
        AtomicReferenceArray<@Nullable Entry<V>> old = chains;
        AtomicReferenceArray<@Nullable Entry<V>> next =
                new AtomicReferenceArray<>(Math.max(LEAST, 2 * Integer.highestOneBit(Math.max(1, size))));
        int kept = 0;
        for (int i = 0; i < old.length(); i++) {
            for (Entry<V> entry = old.get(i); entry != null; entry = entry.next) {
                RouterKey key = entry.get();
                if (key != null) {
                    int place = entry.hash & next.length() - 1;
                    next.set(place, new Entry<>(key, gone, entry.hash, entry.value, next.get(place)));
                    kept++;
                }
            }
        }
        size = kept;
        chains = next;
    }
}

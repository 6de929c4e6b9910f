// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What {@link KeyTables} knows of one key. */
final class KnownKey {
    private final KeyTables owner;
    private final P256PublicKey key;
    private final AtomicBoolean building = new AtomicBoolean();
    private final AtomicInteger undecided = new AtomicInteger();
    private volatile @Nullable KeyTable table;
    private int uses; // counted by many threads without order: roughly is enough

    KnownKey(KeyTables owner, P256PublicKey key) {
        this.owner = owner;
        this.key = key;
    }

    KeyTables owner() {
        return owner;
    }

    P256PublicKey key() {
        return key;
    }

    @Nullable
    KeyTable table() {
        return table;
    }

    void table(@Nullable KeyTable table) {
        this.table = table;
    }

    /** Has this table no more. */
    void lose(KeyTable gone) {
        if (table == gone) {
            table = null;
        }
    }

    /** One more use; how many there were since the key was new, or since it last got a table or lost one. */
    int use() {
        return ++uses;
    }

    void uses(int uses) {
        this.uses = uses;
    }

    /** Whether the caller may build a table for this key now: nobody else does until {@link #built}. */
    boolean startBuilding() {
        return building.compareAndSet(false, true);
    }

    void built() {
        building.set(false);
    }

    /** Counts a signature that the fast engine left undecided; how many there were. */
    int addUndecided() {
        return undecided.incrementAndGet();
    }

    int undecided() {
        return undecided.get();
    }

    /** Whether nothing would be lost if this key were met as a new one. */
    boolean isForgettable() {
        return table == null && !building.get() && undecided.get() == 0;
    }
}

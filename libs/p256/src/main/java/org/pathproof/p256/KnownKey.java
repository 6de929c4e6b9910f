// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import org.jspecify.annotations.Nullable;

/** What {@link KeyTables} knows of one key. All of it is in one object, as it is read for every signature. */
final class KnownKey {
    private final KeyTables owner;
    private final P256PublicKey key;
    private volatile boolean building; // changes in synchronized methods
    private volatile int undecided; // changes in synchronized methods
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
    synchronized boolean startBuilding() {
        boolean mine = !building;
        building = true;
        return mine;
    }

    synchronized void built() {
        building = false;
    }

    /** Counts a signature that the fast engine left undecided; how many there were. */
    synchronized int addUndecided() {
        return ++undecided;
    }

    int undecided() {
        return undecided;
    }

    /** Lets the key be met as a new one, if nothing is lost by that; whether it is so. */
    boolean forget() {
        boolean forgettable = table == null && !building && undecided == 0;
        if (forgettable) {
            key.known(null);
        }
        return forgettable;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import org.jspecify.annotations.Nullable;

/**
 * The state of one key in {@link KeyTables}: its table, its uses, and its undecided signatures. One object holds the
 * whole state because every signature reads it.
 */
final class KnownKey implements KeyTable.Owner {
    private final P256PublicKey key;
    private volatile boolean building; // changes in synchronized methods
    private volatile int undecided; // changes in synchronized methods
    private volatile @Nullable KeyTable table;
    private int uses; // approximate: threads count without synchronization

    KnownKey(P256PublicKey key) {
        this.key = key;
    }

    P256PublicKey key() {
        return key;
    }

    @Nullable
    KeyTable table() {
        return table;
    }

    void setTable(@Nullable KeyTable table) {
        this.table = table;
    }

    @Override
    public void onTableEvicted(KeyTable evicted) {
        if (table == evicted) {
            table = null;
        }
    }

    /**
     * Counts a use. Returns the number of uses since the last table was built or could not be built, or since the first
     * use.
     */
    int use() {
        return ++uses;
    }

    void setUses(int uses) {
        this.uses = uses;
    }

    /**
     * Claims the build of a table for this key. Returns false while another thread has claimed it. {@link #endBuild}
     * ends the claim.
     */
    synchronized boolean startBuilding() {
        boolean claimed = !building;
        building = true;
        return claimed;
    }

    synchronized void endBuild() {
        building = false;
    }

    /** Counts a signature that the kernel left undecided. */
    synchronized void addUndecided() {
        undecided++;
    }

    int undecided() {
        return undecided;
    }

    /**
     * Returns true if the key can be removed: it has no table, no table is being built, and no signature was undecided.
     */
    boolean isForgettable() {
        return table == null && !building && undecided == 0;
    }
}

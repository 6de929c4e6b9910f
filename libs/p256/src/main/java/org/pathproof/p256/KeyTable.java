// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.MemorySegment;

/**
 * A table of multiples of a key's point, and its place in {@link TableMemory}. The memory may be read once the table is
 * ready.
 */
final class KeyTable {
    private final Owner owner;
    private final TableShape shape;
    private final int firstUnit;
    private final MemorySegment memory;
    private final long address; // a copy of memory.address(), which every signature reads
    private volatile boolean ready;
    private boolean recentlyUsed = true; // a hint: threads write it without synchronization

    /** The holder of a table. */
    interface Owner {
        /** Removes the reference to the evicted table, so that later calls do not find the table. */
        void onTableEvicted(KeyTable evicted);
    }

    KeyTable(Owner owner, TableShape shape, int firstUnit, MemorySegment memory) {
        this.owner = owner;
        this.shape = shape;
        this.firstUnit = firstUnit;
        this.memory = memory;
        address = memory.address();
    }

    Owner owner() {
        return owner;
    }

    TableShape shape() {
        return shape;
    }

    /** Returns the index of the table's first unit in {@link TableMemory}. */
    int firstUnit() {
        return firstUnit;
    }

    MemorySegment memory() {
        return memory;
    }

    long address() {
        return address;
    }

    /** Returns true once the table is filled. A table that is not ready is being written and cannot be evicted. */
    boolean isReady() {
        return ready;
    }

    void markReady() {
        ready = true;
    }

    void use() {
        if (!recentlyUsed) {
            recentlyUsed = true;
        }
    }

    /** Returns true if the table was used since the last call of this method. */
    boolean wasUsed() {
        boolean used = recentlyUsed;
        recentlyUsed = false;
        return used;
    }
}

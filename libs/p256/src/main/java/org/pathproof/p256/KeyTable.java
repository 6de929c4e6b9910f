// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.MemorySegment;

/** Memory that holds the table of a key, or is about to: {@link #ready} tells which. */
final class KeyTable {
    private final KnownKey key;
    private final TableShape shape;
    private final int firstUnit;
    private final MemorySegment memory;
    private final long address; // of the memory: read for every signature, so it stands here, too
    private volatile boolean ready;
    private boolean recentlyUsed = true; // written by many threads without order: a hint

    KeyTable(KnownKey key, TableShape shape, int firstUnit, MemorySegment memory) {
        this.key = key;
        this.shape = shape;
        this.firstUnit = firstUnit;
        this.memory = memory;
        address = memory.address();
    }

    KnownKey key() {
        return key;
    }

    TableShape shape() {
        return shape;
    }

    /** Where it stands in {@link TableMemory}. */
    int firstUnit() {
        return firstUnit;
    }

    MemorySegment memory() {
        return memory;
    }

    long address() {
        return address;
    }

    /** Filled. What is not ready is not evicted either: somebody writes to it. */
    boolean isReady() {
        return ready;
    }

    void ready() {
        ready = true;
    }

    void use() {
        if (!recentlyUsed) {
            recentlyUsed = true;
        }
    }

    /** Whether it was used since the last question. */
    boolean wasUsed() {
        boolean used = recentlyUsed;
        recentlyUsed = false;
        return used;
    }
}

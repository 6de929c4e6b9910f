// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.sessions;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The part of one router in a memory that all routers share: for messages that arrived before their Peer Up, or for
 * paths that stay known. Confined to the thread of the router.
 */
public final class MemoryBudget {
    private final AtomicLong free;
    private final long maxPart;
    private long taken;

    /**
     * @param free free bytes of all routers
     * @param maxPart maximum bytes of one peer
     */
    MemoryBudget(AtomicLong free, long maxPart) {
        this.free = free;
        this.maxPart = maxPart;
    }

    /** Returns the maximum bytes of one peer. The callers observe it. */
    public long maxPart() {
        return maxPart;
    }

    /** Takes bytes. Returns false, and takes none, if too few are free. */
    public boolean take(long bytes) {
        if (free.addAndGet(-bytes) < 0) {
            free.addAndGet(bytes);
            return false;
        }
        taken += bytes;
        return true;
    }

    public void give(long bytes) {
        taken -= bytes;
        free.addAndGet(bytes);
    }

    /** Gives back all bytes that are still taken. */
    public void release() {
        give(taken);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.sessions;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The part of one router in the memory for messages that arrived before their Peer Up. All routers share this memory.
 * Confined to the thread of the router.
 */
public final class BacklogBudget {
    private final AtomicLong free;
    private long taken;

    /** @param free free bytes of all routers */
    BacklogBudget(AtomicLong free) {
        this.free = free;
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

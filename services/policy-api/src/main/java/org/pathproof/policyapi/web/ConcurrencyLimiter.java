// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Counts the concurrent requests of each address or client, up to a limit. Holds an entry only for addresses with
 * requests. Thread-safe.
 */
public final class ConcurrencyLimiter {
    private final int limit;
    private final Map<String, Integer> counts = new HashMap<>();

    /** @param limit maximum number for one address */
    public ConcurrencyLimiter(int limit) {
        this.limit = limit;
    }

    public int limit() {
        return limit;
    }

    /**
     * Counts a request, and waits up to {@code wait} for a free place. Returns false if the limit is still reached
     * then.
     */
    synchronized boolean enter(String address, Duration wait) throws InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        while (!enter(address)) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** Counts a request. Returns false if the limit is reached. */
    public synchronized boolean enter(String address) {
        int now = counts.getOrDefault(address, 0);
        if (now >= limit) {
            return false;
        }
        counts.put(address, now + 1);
        return true;
    }

    /** Ends a request that {@link #enter} has counted. */
    public synchronized void leave(String address) {
        counts.computeIfPresent(address, (key, now) -> now == 1 ? null : now - 1);
        notifyAll();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Divides a number of places, or bytes, among clients. A client holds at most its own limit, and at most as many places
 * as are free. So N clients that take as much as they can leave at least one part in N + 1 to further clients. (Dynamic
 * thresholds: Choudhury and Hahne, IEEE/ACM Transactions on Networking 6(2), 1998.) Holds an entry only for clients
 * with places. Thread-safe.
 *
 * @param <K> identity of a client
 */
public final class FairShares<K> {
    private final long all;
    private final long perClient;
    private final Map<K, Long> held = new HashMap<>();
    private long used;

    /** The limit that refuses a client. */
    public enum Refusal {
        /** The client has as many places as it may hold now. */
        CLIENT,
        /** All places are taken. */
        ALL
    }

    /**
     * @param all number of places
     * @param perClient maximum number of places of one client
     */
    public FairShares(long all, long perClient) {
        this.all = all;
        this.perClient = perClient;
    }

    /** Returns the maximum number of places of one client. */
    public long perClient() {
        return perClient;
    }

    /** Takes places for a client. Returns the limit that refuses them; null if they were taken. */
    public synchronized @Nullable Refusal take(K client, long places) {
        long free = all - used;
        long own = held.getOrDefault(client, 0L);
        if (own + places > Math.min(perClient, free)) {
            return places > free ? Refusal.ALL : Refusal.CLIENT;
        }
        held.put(client, own + places);
        used += places;
        return null;
    }

    /** Takes places for a client, and waits up to {@code wait} until they are free. */
    public synchronized @Nullable Refusal take(K client, long places, Duration wait) throws InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        while (true) {
            Refusal refusal = take(client, places);
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (refusal == null || left <= 0) {
                return refusal;
            }
            wait(left);
        }
    }

    /** Frees places that {@link #take} has given to a client. */
    public synchronized void release(K client, long places) {
        held.computeIfPresent(client, (key, now) -> now <= places ? null : now - places);
        used -= places;
        notifyAll();
    }

    /** Returns the number of places that are taken. */
    public synchronized long used() {
        return used;
    }
}

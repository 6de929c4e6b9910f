// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits the working time that each client uses per minute. Used time is credited back evenly, and a client without
 * time left is refused meanwhile. Remembers the {@value #MAX_CLIENTS} most recent clients. Thread-safe.
 */
public final class TimeBudget {
    static final int MAX_CLIENTS = 10_000;

    private static final double MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final long perMinute;
    private final LongSupplier nanoTime;
    private final Map<String, Used> clients = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Used> eldest) {
            return size() > MAX_CLIENTS;
        }
    };

    /** Time that a client has used and that was not credited back at a point in time. */
    private record Used(double nanos, long at) {}

    /**
     * @param perMinute time of one client per minute
     * @param nanoTime clock, as {@link System#nanoTime}
     */
    public TimeBudget(Duration perMinute, LongSupplier nanoTime) {
        this.perMinute = perMinute.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Returns true if the client has time left. */
    public synchronized boolean isOpen(String client) {
        return used(client, nanoTime.getAsLong()) < perMinute;
    }

    /** Records work of a client. */
    public synchronized void use(String client, long nanos) {
        long now = nanoTime.getAsLong();
        clients.put(client, new Used(used(client, now) + nanos, now));
    }

    private double used(String client, long now) {
        Used used = clients.get(client);
        return used == null ? 0 : Math.max(0, used.nanos() - (now - used.at()) / MINUTE_NANOS * perMinute);
    }
}

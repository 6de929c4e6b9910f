// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits the requests per second of each client with token buckets. A bucket holds the requests of {@value
 * #BURST_SECONDS} s. Remembers the {@value #MAX_CLIENTS} most recent clients. Thread-safe.
 */
final class RequestRate {
    static final int BURST_SECONDS = 10;
    static final int MAX_CLIENTS = 10_000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final int perSecond;
    private final LongSupplier nanoTime;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MAX_CLIENTS;
        }
    };

    /** Number of requests that a client may send at a point in time. */
    private record Bucket(double requests, long at) {}

    /** @param nanoTime clock, as {@link System#nanoTime} */
    RequestRate(int perSecond, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
    }

    /** Counts a request of a client. Returns false if the client exceeds the rate. */
    synchronized boolean admits(String client) {
        long now = nanoTime.getAsLong();
        double capacity = (double) perSecond * BURST_SECONDS;
        Bucket bucket = buckets.get(client);
        double requests = bucket == null
                ? capacity
                : Math.min(capacity, bucket.requests() + (now - bucket.at()) / NANOS_PER_SECOND * perSecond);
        boolean admitted = requests >= 1;
        buckets.put(client, new Bucket(admitted ? requests - 1 : requests, now));
        return admitted;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.rate;

import java.util.concurrent.TimeUnit;

/** A number of tokens; a part of them returns each minute. Full at first. Not thread-safe. */
public final class TokenBucket {
    private final double capacity;
    private final double perNano;
    private double tokens;
    private long updated;

    /**
     * Creates a full bucket.
     *
     * @param perMinute number of tokens that return each minute
     * @param now time in nanoseconds, as of {@link System#nanoTime}
     */
    public TokenBucket(double capacity, double perMinute, long now) {
        this.capacity = capacity;
        this.perNano = perMinute / TimeUnit.MINUTES.toNanos(1);
        this.tokens = capacity;
        this.updated = now;
    }

    /** Returns true if there is a token. */
    public boolean has(long now) {
        refill(now);
        return tokens >= 1;
    }

    /** Takes a token; returns false if there is none. */
    public boolean take(long now) {
        return take(1, now);
    }

    /** Takes several tokens; returns false, and takes none, if there are fewer. */
    public boolean take(int number, long now) {
        refill(now);
        if (tokens < number) {
            return false;
        }
        tokens -= number;
        return true;
    }

    /** Returns true if no token is missing. */
    public boolean isFull(long now) {
        refill(now);
        return tokens >= capacity;
    }

    private void refill(long now) {
        tokens = Math.min(capacity, tokens + (now - updated) * perNano);
        updated = now;
    }
}

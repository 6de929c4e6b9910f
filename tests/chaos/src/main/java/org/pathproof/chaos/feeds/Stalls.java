// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.feeds;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how long the machine lets a runnable thread wait for a processor. Each process of the chain waits as long,
 * which is not a delay of Pathproof.
 */
public final class Stalls implements AutoCloseable {
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final AtomicLong longest = new AtomicLong();
    private final Thread thread = Thread.ofPlatform().name("stalls").daemon().unstarted(this::run);
    private volatile boolean closed;

    /** Starts to measure. */
    public Stalls() {
        thread.start();
    }

    private void run() {
        while (!closed) {
            long due = System.nanoTime() + INTERVAL_NANOS;
            LockSupport.parkNanos(INTERVAL_NANOS);
            longest.accumulateAndGet(System.nanoTime() - due, Math::max);
        }
    }

    /** Returns the longest wait since the last call, in nanoseconds. */
    public long take() {
        return longest.getAndSet(0);
    }

    @Override
    public void close() {
        closed = true;
    }
}

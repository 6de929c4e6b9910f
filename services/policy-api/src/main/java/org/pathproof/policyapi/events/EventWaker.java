// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes the subscriptions that wait, on a thread of its own, after changes have come. The more there are, the less often: what comes together
 * is written together.
 */
final class EventWaker implements AutoCloseable {
    /** Subscriptions for which the pause grows by a millisecond. */
    private static final int SUBSCRIPTIONS_A_MS = 20;

    private static final int LONGEST_PAUSE_MS = 50;

    private final Collection<Subscription> subscriptions;
    private final Thread thread;
    private volatile long head;
    private volatile boolean closed;

    EventWaker(Collection<Subscription> subscriptions) {
        this.subscriptions = subscriptions;
        this.thread = Thread.ofPlatform().daemon().name("event-waker").start(this::run);
    }

    /** Tells that the ring reaches up to a number now. Cheap, and never waits. */
    void changesCame(long upTo) {
        if (upTo != head) {
            head = upTo;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        long told = 0;
        while (!closed) {
            long came = head;
            if (came == told) {
                LockSupport.park(this);
                continue;
            }
            told = came;
            subscriptions.forEach(Subscription::wake);
            pause(Math.min(LONGEST_PAUSE_MS, subscriptions.size() / SUBSCRIPTIONS_A_MS));
        }
    }

    private void pause(int milliseconds) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        for (long left = until - System.nanoTime(); left > 0 && !closed; left = until - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes the waiting subscriptions after changes, on a separate thread. The thread pauses after each round, so that the
 * changes of one pause are written to a client together. The pause grows with the number of subscriptions.
 */
final class EventWaker implements AutoCloseable {
    /** Number of subscriptions for which the pause grows by 1 ms. */
    private static final int SUBSCRIPTIONS_PER_PAUSE_MS = 20;

    private static final int MAX_PAUSE_MS = 50;

    private final Collection<Subscription> subscriptions;
    /** Has a permit while subscriptions have to be woken. */
    private final Semaphore changes = new Semaphore(0);

    private final CountDownLatch closed = new CountDownLatch(1);
    /** Number of the next event at the last call. Used by the follower's thread only. */
    private long head;

    EventWaker(Collection<Subscription> subscriptions) {
        this.subscriptions = subscriptions;
        Thread.ofPlatform().daemon().name("event-waker").start(this::run);
    }

    /**
     * Signals that the ring has changed. Never blocks. The follower's thread calls this method.
     *
     * @param upTo number of the next event
     */
    void wake(long upTo) {
        if (upTo != head) {
            head = upTo;
            changes.release();
        }
    }

    private void run() {
        try {
            do {
                changes.acquire();
                changes.drainPermits();
                subscriptions.forEach(Subscription::wake);
            } while (!closed.await(pauseMs(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int pauseMs() {
        return Math.min(MAX_PAUSE_MS, subscriptions.size() / SUBSCRIPTIONS_PER_PAUSE_MS);
    }

    @Override
    public void close() {
        closed.countDown();
        changes.release();
    }
}

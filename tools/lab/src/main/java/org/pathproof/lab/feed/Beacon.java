// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.feed;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Adds and removes one object again and again. After each change, waits until the feed shows it. The longest wait is
 * the largest age of the feed. {@link #close} leaves the object as it was at the start.
 */
final class Beacon implements AutoCloseable {
    private static final long POLL_INTERVAL_MS = 10;
    private static final long CHANGE_INTERVAL_MS = 500;

    private final Target target;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Gap unseen = new Gap();
    private final AtomicInteger seen = new AtomicInteger();
    private final Thread thread;

    /** The object that is changed. */
    interface Target {
        /** Adds the object if {@code present}; otherwise removes it. */
        void change(boolean present);

        /** Returns true if the feed has the object. */
        boolean isPresent();
    }

    /** Starts with an object that is present. */
    Beacon(String name, Target target) {
        this.target = target;
        unseen.set(true);
        thread = Thread.ofVirtual().name("beacon-" + name).start(this::run);
    }

    /** Returns the longest time until the feed showed a change, including a change that it does not show yet. */
    Duration slowest() {
        return unseen.longest();
    }

    /** Returns the number of changes that the feed has shown. */
    int changes() {
        return seen.get();
    }

    private void run() {
        boolean present = true;
        try {
            while (!closed.await(CHANGE_INTERVAL_MS, TimeUnit.MILLISECONDS)) {
                present = !present;
                target.change(present);
                unseen.set(false);
                while (target.isPresent() != present) {
                    if (closed.await(POLL_INTERVAL_MS, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                }
                unseen.set(true);
                seen.incrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (!present) {
                target.change(true);
            }
            unseen.set(true);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

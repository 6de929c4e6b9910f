// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.intake;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The valve before all input of the collector. While the valve is closed, no message of a router is handled, and
 * OpenBMP topics are not read. A socket is not read once its queue is long. TCP flow control then stops the router, so
 * that no message is lost. Safe for use by several threads.
 */
public final class Intake {
    private static final Duration RECHECK_INTERVAL = Duration.ofMillis(500);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private volatile String closedBecause = "";

    /** Closes the valve. If it is closed already, replaces the reason. Health reports the reason to operators. */
    public void close(String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("closing the intake needs a reason, for health");
        }
        closedBecause = reason;
    }

    /** Opens the valve. */
    public void open() {
        lock.lock();
        try {
            closedBecause = "";
            opened.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public boolean isOpen() {
        return closedBecause.isEmpty();
    }

    /** Returns the reason for the closed valve; empty if it is open. */
    public String closedBecause() {
        return closedBecause;
    }

    /**
     * Waits until the valve is open.
     *
     * @param givenUp ends the waiting when it returns true; called twice a second
     * @return true if the valve is open, false if the caller gave up
     */
    public boolean awaitOpen(BooleanSupplier givenUp) throws InterruptedException {
        if (isOpen()) {
            return true;
        }
        lock.lock();
        try {
            while (!isOpen() && !givenUp.getAsBoolean()) {
                boolean _ = opened.await(RECHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
            }
            return isOpen();
        } finally {
            lock.unlock();
        }
    }
}

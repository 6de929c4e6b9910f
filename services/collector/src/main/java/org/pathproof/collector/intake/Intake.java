// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.intake;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
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
    /** The reasons, by the part of the process that closed the valve; guarded by the lock. */
    private final Map<String, String> reasons = new TreeMap<>();

    private volatile String closedBecause = "";

    /** Closes the valve for a part without a name. */
    public void close(String reason) {
        close("", reason);
    }

    /**
     * Closes the valve. Health reports the reason to operators.
     *
     * @param by the part of the process that closes it; a further call of this part replaces its reason
     */
    public void close(String by, String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("closing the intake needs a reason, for health");
        }
        lock.lock();
        try {
            reasons.put(by, reason);
            closedBecause = String.join("; ", reasons.values());
        } finally {
            lock.unlock();
        }
    }

    /** Opens the valve for all parts. */
    public void open() {
        lock.lock();
        try {
            reasons.clear();
            closedBecause = "";
            opened.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the closing by a part. The valve opens when no part closes it. */
    public void open(String by) {
        lock.lock();
        try {
            reasons.remove(by);
            closedBecause = String.join("; ", reasons.values());
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

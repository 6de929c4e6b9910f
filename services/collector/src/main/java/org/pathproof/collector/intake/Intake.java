// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.intake;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The valve before everything that the collector takes in. While it is closed, no message of a router is handled: sockets are not read,
 * TCP makes the routers wait, and OpenBMP topics are not read on. Nothing is lost thereby. Safe for use by several threads.
 */
public final class Intake {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private volatile String closedBecause = "";

    /** Closes the valve, or gives a new reason where it is closed. {@code reason} is shown to operators. */
    public void close(String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("a reason is needed");
        }
        closedBecause = reason;
    }

    /** Opens the valve: routers are read on. */
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

    /** The reason why it is closed; empty when it is open. */
    public String closedBecause() {
        return closedBecause;
    }

    /** Waits until it is open, or until {@code givenUp}, which is asked about twice a second. Returns true when it is open. */
    public boolean awaitOpen(BooleanSupplier givenUp) throws InterruptedException {
        if (isOpen()) {
            return true;
        }
        lock.lock();
        try {
            while (!isOpen() && !givenUp.getAsBoolean()) {
                boolean _ = opened.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            }
            return isOpen();
        } finally {
            lock.unlock();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.site;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions that depend on other processes and threads. */
public final class Polling {
    private Polling() {}

    /** Checks a condition every {@code interval}. Returns false if it does not hold within {@code timeout}. */
    public static boolean until(BooleanSupplier condition, Duration interval, Duration timeout)
            throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(interval.toNanos());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return true;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what other processes and threads bring about. */
final class Waiting {
    private Waiting() {}

    /** Asks every {@code pause} until the answer is yes, or {@code patience} is over: whether it was yes. */
    static boolean until(BooleanSupplier condition, Duration pause, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(pause.toNanos());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return true;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Limits the work that one proxy can have in the queue of the monitor. A proxy that does not read its notifications
 * gets no further room until it reads. Thread-safe.
 */
final class Admission {
    /** Bytes of a PDU that count as one unit. */
    private static final int UNIT_BYTES = 1 << 10;

    private final int units;
    private final Semaphore free;
    private final AtomicInteger owed = new AtomicInteger();
    private final BooleanSupplier proxyReads;

    /**
     * @param units number of PDUs of at most 1 KiB; a longer PDU counts once for each started KiB
     * @param proxyReads returns false while too many notifications wait for the proxy
     */
    Admission(int units, BooleanSupplier proxyReads) {
        this.units = units;
        this.free = new Semaphore(units);
        this.proxyReads = proxyReads;
    }

    /** Returns the number of units of a PDU. */
    int weight(int length) {
        return Math.min(units, 1 + (length - 1) / UNIT_BYTES);
    }

    /** Waits for room for up to a second. Returns false if there is none. */
    boolean tryEnter(int weight) throws InterruptedException {
        return free.tryAcquire(weight, 1, TimeUnit.SECONDS);
    }

    /** Reports that a PDU was processed. */
    void leave(int weight) {
        owed.addAndGet(weight);
        settle();
    }

    /** Gives room back if the proxy reads. The writer calls this method after each notification. */
    void settle() {
        if (owed.get() > 0 && proxyReads.getAsBoolean()) {
            free.release(owed.getAndSet(0));
        }
    }
}

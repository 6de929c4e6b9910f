// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.memory;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells writers when no reader can have memory any more that they took out of the store (epoch-based reclamation).
 *
 * <p>A reader enters before it reads the published state of a shard, and exits when it keeps no handle. A writer first
 * publishes a state without the memory, and then takes a ticket with {@link #advance}. A reader that enters later sees
 * the new state. So the memory is free when {@link #oldest} is greater than the ticket. Readers must be short: while
 * one is inside, nothing is used again that was taken out since. Thread-safe.
 */
public final class Readers {
    /** Maximum number of readers inside at once; further ones wait. */
    private static final int PLACES = 256;
    /** Distance of two places in the array, so that they are in different lines of the processor's cache. */
    private static final int STRIDE = 8;

    private static final long IDLE = Long.MAX_VALUE;

    private final AtomicLong epoch = new AtomicLong(1);
    private final AtomicLongArray places = new AtomicLongArray(PLACES * STRIDE);

    public Readers() {
        for (int i = 0; i < PLACES; i++) {
            places.setPlain(i * STRIDE, IDLE);
        }
    }

    /** Announces a reader. Returns its place, for {@link #exit}. */
    public int enter() {
        long now = epoch.get();
        int at = (int) Words.mix(Thread.currentThread().threadId());
        for (int tried = 1; ; tried++, at++) {
            int place = (at & PLACES - 1) * STRIDE;
            if (places.get(place) == IDLE && places.compareAndSet(place, IDLE, now)) {
                return place;
            }
            if (tried % PLACES == 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** Ends a reader. */
    public void exit(int place) {
        places.setRelease(place, IDLE);
    }

    /** Returns a ticket for all memory that was taken out of the published states before. */
    public long advance() {
        return epoch.getAndIncrement();
    }

    /** Returns a number that exceeds every ticket whose memory is free. */
    public long oldest() {
        long least = epoch.get();
        for (int i = 0; i < PLACES; i++) {
            least = Math.min(least, places.get(i * STRIDE));
        }
        return least;
    }
}

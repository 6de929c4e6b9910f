// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes of records that were sent and not acknowledged yet, in total and by source. Kafka counts as slow after the
 * total exceeded the high mark, until it falls below the low mark. While Kafka is slow, a source with less than its
 * fair share in flight continues, and the others wait. So a router that floods the collector delays only itself. Safe
 * for use by several threads.
 */
final class InFlight {
    private static final Logger log = LoggerFactory.getLogger(InFlight.class);

    private final long highMark;
    private final long lowMark;
    private final AtomicLong total = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Share> waiting = new HashSet<>(); // guarded by the lock
    /** Number of shares with records in flight. */
    private final AtomicInteger active = new AtomicInteger();

    private volatile boolean full;

    InFlight(long highMark, long lowMark) {
        this.highMark = highMark;
        this.lowMark = lowMark;
    }

    /** The bytes in flight of one source. */
    final class Share {
        private final AtomicLong bytes = new AtomicLong();
        private final Condition room = lock.newCondition();
        private volatile boolean waits;

        private Share() {}

        /** Returns false while too many bytes of this source are in flight. */
        boolean hasRoom() {
            return !full || bytes.get() < fairShare();
        }

        /** Waits until this source has room. */
        void awaitRoom() throws InterruptedException {
            if (hasRoom()) {
                return;
            }
            lock.lock();
            try {
                waiting.add(this);
                waits = true;
                while (!hasRoom()) {
                    room.await();
                }
            } finally {
                waits = false;
                waiting.remove(this);
                lock.unlock();
            }
        }

        /** Adds a record of {@code size} bytes. */
        void add(long size) {
            if (bytes.getAndAdd(size) == 0) {
                active.incrementAndGet();
            }
            if (total.addAndGet(size) > highMark && !full) {
                full = true;
                log.warn(getMarker("kafka-slow"), "Kafka is slow, routers wait: bytes_in_flight={}", total.get());
            }
        }

        /** Removes a record that was acknowledged or refused. */
        void remove(long size) {
            long left = total.addAndGet(-size);
            long mine = bytes.addAndGet(-size);
            if (mine == 0) {
                active.decrementAndGet();
            }
            if (waits && mine < fairShare() / 2) {
                lock.lock();
                try {
                    room.signal();
                } finally {
                    lock.unlock();
                }
            }
            if (full && left < lowMark) {
                release();
                log.info("Kafka is no longer slow, routers are read again");
            }
        }
    }

    /** Divides the low mark among all sources with records in flight. */
    private long fairShare() {
        return lowMark / Math.max(1, active.get());
    }

    Share share() {
        return new Share();
    }

    long bytes() {
        return total.get();
    }

    boolean isFull() {
        return full;
    }

    /** Lets all waiting sources continue. */
    void release() {
        lock.lock();
        try {
            full = false;
            waiting.forEach(share -> share.room.signal());
        } finally {
            lock.unlock();
        }
    }
}

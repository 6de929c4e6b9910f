// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.feed.Position;

/**
 * A client's place in the ring. One thread, the client's, polls; it looks through the events and filters them. A subscription ends when the
 * client is too far behind, or when it is told to.
 */
public final class Subscription {
    /** Events that are passed over before others have their turn. */
    private static final int TURN = 256;

    private final EventRing ring;
    private final Predicate<StoreEvent> filter;
    private final int maxBehind;
    private final Position after;

    // Of the client's thread alone.
    private final long live;
    private long next;
    private Position position;

    private volatile @Nullable String ended;

    /**
     * @param next number of the first event to look at
     * @param after what is covered by this position was seen before
     */
    Subscription(EventRing ring, Predicate<StoreEvent> filter, int maxBehind, long next, Position after) {
        this.ring = ring;
        this.filter = filter;
        this.maxBehind = maxBehind;
        this.next = next;
        this.live = ring.head();
        this.after = after;
        this.position = after;
    }

    /** Wakes who waits for an event. */
    synchronized void wake() {
        notifyAll();
    }

    synchronized void end(String why) {
        if (ended == null) {
            ended = why;
        }
        notifyAll();
    }

    /** The next event that fits, or null when none came within {@code wait} or the subscription has ended. */
    @Nullable
    EventMessage poll(Duration wait) throws InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        while (ended == null) {
            EventMessage fitting = advance();
            if (fitting != null) {
                return fitting;
            }
            if (ended == null && !await(deadline)) {
                return null;
            }
        }
        return null;
    }

    /** Passes over what does not fit; returns what does, or null when nothing more has come. */
    private @Nullable EventMessage advance() {
        for (int passed = 1; next < ring.head(); passed++) {
            EventMessage message = next < live || ring.head() - next <= maxBehind ? ring.get(next) : null;
            if (message == null) {
                end("this client reads too slowly: it is " + (ring.head() - next)
                        + " events behind; it may come back with its last id");
                return null;
            }
            next++;
            boolean isNew = !seen(message.event());
            position = message.event().origin().next();
            if (isNew && filter.test(message.event())) {
                return message;
            }
            if (passed % TURN == 0) {
                LockSupport.parkNanos(this, 1);
            }
        }
        return null;
    }

    private boolean seen(StoreEvent event) {
        boolean ofSessions = event instanceof StoreEvent.OfSession;
        return event.origin().offset() < after.next(ofSessions, event.origin().partition());
    }

    private synchronized boolean await(long deadline) throws InterruptedException {
        while (next >= ring.head() && ended == null) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** Returns true when nothing more has come. */
    boolean isIdle() {
        return next >= ring.head();
    }

    /** The reason of the end; null while it goes on. */
    @Nullable
    String ended() {
        return ended;
    }

    /** Up to where events were looked at, whether they fitted or not. */
    Position position() {
        return position;
    }
}

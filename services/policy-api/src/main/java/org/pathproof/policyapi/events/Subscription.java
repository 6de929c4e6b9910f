// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.input.Position;

/**
 * The reading position of one client in the ring. The client's thread polls and filters. The subscription ends when the
 * client is too far behind, or when the hub ends it.
 */
public final class Subscription {
    /** Number of events that the filter may reject before the thread yields. */
    private static final int EVENTS_BEFORE_YIELD = 256;

    private final EventRing ring;
    private final Predicate<StoreEvent> filter;
    private final int maxBehind;
    private final Position after;

    /** Number of the first event that arrives after the subscription. The limit does not apply to earlier events. */
    private final long firstLive;

    // Used by the client's thread only.
    private long next;
    private Position position;

    private volatile @Nullable String ended;

    /**
     * @param maxBehind maximum number of events that the client may be behind
     * @param next number of the first event to read
     * @param after position up to which the client has seen all events
     */
    Subscription(EventRing ring, Predicate<StoreEvent> filter, int maxBehind, long next, Position after) {
        this.ring = ring;
        this.filter = filter;
        this.maxBehind = maxBehind;
        this.next = next;
        this.firstLive = ring.head();
        this.after = after;
        this.position = after;
    }

    /** Wakes the client's thread if it waits for an event. */
    synchronized void wake() {
        notifyAll();
    }

    synchronized void end(String why) {
        if (ended == null) {
            ended = why;
        }
        notifyAll();
    }

    /**
     * Returns the next event that passes the filter; null if none came within {@code wait}, or if the subscription has
     * ended.
     */
    @Nullable
    EventMessage poll(Duration wait) throws InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        while (ended == null) {
            EventMessage matching = advance();
            if (matching != null) {
                return matching;
            }
            if (ended == null && !await(deadline)) {
                return null;
            }
        }
        return null;
    }

    /** Returns the next event that passes the filter; null at the end of the ring. */
    private @Nullable EventMessage advance() {
        for (int passed = 1; next < ring.head(); passed++) {
            EventMessage message = next < firstLive || ring.head() - next <= maxBehind ? ring.get(next) : null;
            if (message == null) {
                end("the client reads too slowly: it is " + (ring.head() - next)
                        + " events behind; reconnect with the last id");
                return null;
            }
            next++;
            boolean isNew = !seen(message.event());
            position = message.event().origin().next();
            if (isNew && filter.test(message.event())) {
                return message;
            }
            if (passed % EVENTS_BEFORE_YIELD == 0) {
                yieldToOtherClients();
            }
        }
        return null;
    }

    @SuppressWarnings("ThreadPriorityCheck") // a computing virtual thread occupies its carrier thread until it yields
    private static void yieldToOtherClients() {
        Thread.yield();
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

    /** Returns true if every event in the ring has been read. */
    boolean isIdle() {
        return next >= ring.head();
    }

    /** Returns the reason why the subscription has ended; null while it is active. */
    @Nullable
    String ended() {
        return ended;
    }

    /** Returns the position after the last event that was read, filtered events included. */
    Position position() {
        return position;
    }
}

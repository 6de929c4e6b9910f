// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.feed.Position;

/** A client's place in the stream: a bounded queue of the events that it asks for. Its end wakes who waits for an event. */
public final class Subscription {
    private static final int TOGETHER = 256;

    private final EventFilter filter;
    private final int capacity;
    private final Queue<EventMessage> queue = new ArrayDeque<>();
    private Position position;
    private @Nullable String ended;

    Subscription(EventFilter filter, int capacity, Position position) {
        this.filter = filter;
        this.capacity = capacity;
        this.position = position;
    }

    /**
     * Takes an event in, if it fits and there is room; ends the subscription when there is none. A client that waits is woken by
     * {@link #wake}, so that it writes what came together in one go; in a long row of events also now and then before.
     */
    synchronized void offer(EventMessage message) {
        StoreEvent event = message.event();
        if (ended == null && filter.fits(event)) {
            if (queue.size() < capacity) {
                queue.add(message);
                if (queue.size() % TOGETHER == 0) {
                    notifyAll();
                }
            } else {
                end("this client reads too slowly: more than " + queue.size() + " events are waiting for it");
            }
        }
        position = event.origin().next();
    }

    /** Wakes who waits for an event, if there is one. */
    synchronized void wake() {
        if (!queue.isEmpty()) {
            notifyAll();
        }
    }

    synchronized void end(String why) {
        ended = why;
        notifyAll();
    }

    /** The next event, or null when none came within {@code wait} or the subscription has ended. */
    synchronized @Nullable EventMessage poll(Duration wait) throws InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        while (queue.isEmpty() && ended == null) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return null;
            }
            wait(left);
        }
        return queue.poll();
    }

    synchronized boolean isIdle() {
        return queue.isEmpty();
    }

    /** Why it has ended; null while it goes on. What is in the queue is still to be sent. */
    synchronized @Nullable String ended() {
        return ended;
    }

    /** Up to where events were looked at, whether they fitted or not. Behind the queue: of use only while that is empty. */
    synchronized Position position() {
        return position;
    }
}

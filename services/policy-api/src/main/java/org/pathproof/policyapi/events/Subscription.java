// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.feed.Position;

/** A client's place in the stream: a bounded queue of the events that it asks for. */
public final class Subscription {
    private final EventFilter filter;
    private final BlockingQueue<StoreEvent> queue;
    private volatile Position position;
    private volatile @Nullable String ended;

    Subscription(EventFilter filter, int capacity, Position position) {
        this.filter = filter;
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.position = position;
    }

    /** Takes an event in, if it fits and there is room; ends the subscription when there is none. */
    void offer(StoreEvent event) {
        if (ended == null && filter.fits(event) && !queue.offer(event)) {
            end("this client reads too slowly: more than " + queue.size() + " events are waiting for it");
        }
        position = event.origin().next();
    }

    void end(String why) {
        ended = why;
    }

    /** The next event, or null when none came within {@code wait} or the subscription has ended. */
    @Nullable
    StoreEvent poll(Duration wait) throws InterruptedException {
        StoreEvent next = queue.poll();
        return next != null || ended != null ? next : queue.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    boolean isIdle() {
        return queue.isEmpty();
    }

    /** Why it has ended; null while it goes on. What is in the queue is still to be sent. */
    @Nullable
    String ended() {
        return ended;
    }

    /** Up to where events were looked at, whether they fitted or not. Behind the queue: of use only while that is empty. */
    Position position() {
        return position;
    }
}

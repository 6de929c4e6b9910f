// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.feed.ChangeListener;
import org.pathproof.policyapi.feed.Position;
import org.pathproof.policyapi.store.RouteChange;
import org.pathproof.policyapi.store.SessionChange;

/** Hands the changes of the store to subscriptions, and keeps the last ones for clients that come back. */
public final class EventHub implements ChangeListener {
    private final int ringCapacity;
    private final int queueCapacity;
    private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();

    // All guarded by this.
    private final Deque<StoreEvent> ring = new ArrayDeque<>();
    private @Nullable Position ringStart;
    private @Nullable Position now;
    private boolean closed;

    public EventHub(int ringCapacity, int queueCapacity) {
        this.ringCapacity = ringCapacity;
        this.queueCapacity = queueCapacity;
    }

    @Override
    public synchronized void caughtUp(Position position) {
        ring.clear();
        ringStart = position;
        now = position;
        notifyAll();
    }

    @Override
    public synchronized void restarted() {
        ring.clear();
        ringStart = null;
        now = null;
        endAll("the verdict store is being rebuilt; come back without a position");
    }

    @Override
    public void changed(RouteChange change, Origin origin) {
        publish(new StoreEvent.OfRoute(change, origin, false));
    }

    @Override
    public void changed(SessionChange change, Origin origin) {
        publish(new StoreEvent.OfSession(change, origin));
    }

    private synchronized void publish(StoreEvent event) {
        if (ring.size() >= ringCapacity) {
            ringStart = ring.removeFirst().origin().next();
        }
        ring.addLast(event);
        now = event.origin().next();
        if (!subscriptions.isEmpty()) {
            EventMessage message = new EventMessage(event);
            subscriptions.forEach(subscription -> subscription.offer(message));
        }
    }

    @Override
    public void paused() {
        subscriptions.forEach(Subscription::wake);
    }

    /** Ends all subscriptions, and takes no new ones. */
    public synchronized void close() {
        closed = true;
        endAll("the server is shutting down");
        notifyAll();
    }

    private void endAll(String why) {
        subscriptions.forEach(subscription -> subscription.end(why));
        subscriptions.clear();
    }

    public synchronized boolean isClosed() {
        return closed;
    }

    public int subscribers() {
        return subscriptions.size();
    }

    /** The position of the stream; empty until the store is complete. Waits for that, but not for longer than {@code wait}. */
    synchronized Optional<Position> position(Duration wait) throws InterruptedException {
        long until = System.nanoTime() + wait.toNanos();
        for (long left = wait.toMillis();
                now == null && !closed && left > 0;
                left = (until - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        return Optional.ofNullable(now);
    }

    /**
     * Subscribes to what comes after {@code from}; empty when the ring does not reach back that far, or the store is not complete.
     *
     * @param from null for what comes from now on
     */
    synchronized Optional<Subscription> subscribe(EventFilter filter, @Nullable Position from) {
        Position current = now;
        if (current == null || closed || from != null && (ringStart == null || !from.covers(ringStart))) {
            return Optional.empty();
        }
        Subscription subscription = new Subscription(filter, Math.max(queueCapacity, 1), current);
        if (from != null) {
            for (StoreEvent event : ring) {
                if (!seen(event, from)) {
                    subscription.offer(new EventMessage(event));
                }
            }
        }
        subscriptions.add(subscription);
        return Optional.of(subscription);
    }

    private static boolean seen(StoreEvent event, Position by) {
        boolean ofSessions = event instanceof StoreEvent.OfSession;
        return event.origin().offset() < by.next(ofSessions, event.origin().partition());
    }

    void unsubscribe(Subscription subscription) {
        subscriptions.remove(subscription);
    }
}

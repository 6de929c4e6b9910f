// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.feed.ChangeListener;
import org.pathproof.policyapi.feed.Position;
import org.pathproof.policyapi.store.RouteChange;
import org.pathproof.policyapi.store.SessionChange;

/**
 * Keeps the last changes of the store in a ring, from which each subscription reads on the thread of its own client.
 *
 * <p>The follower's thread puts a change into the ring and does no more: it neither filters nor writes nor wakes clients, takes no lock, and
 * its work for a change does not depend on the number of clients. Filters and JSON are the work of the clients' threads. A client that falls
 * behind by more than its limit, or behind the end of the ring, is cut. The ring is bounded in events and in bytes.
 */
public final class EventHub implements ChangeListener, AutoCloseable {
    private final EventRing ring;
    private final int maxBehind;
    private final EventWaker waker;
    private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();

    /** The position behind the newest event; null until the store is complete. Written by the follower's thread. */
    private volatile @Nullable Position now;

    private volatile boolean closed;

    /**
     * @param ringCapacity events that are kept
     * @param maxBytes bytes that the events kept may hold
     * @param maxBehind events that a client may be behind
     */
    public EventHub(int ringCapacity, long maxBytes, int maxBehind) {
        this.ring = new EventRing(Math.max(ringCapacity, 1), maxBytes);
        this.maxBehind = Math.max(maxBehind, 1);
        this.waker = new EventWaker(subscriptions);
    }

    @Override
    public synchronized void caughtUp(Position position) {
        ring.clear();
        now = position;
        notifyAll();
    }

    @Override
    public synchronized void restarted() {
        ring.clear();
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

    private void publish(StoreEvent event) {
        Position before = now;
        if (before != null) {
            ring.add(event, before);
            now = event.origin().next();
        }
    }

    @Override
    public void paused() {
        waker.changesCame(ring.head());
    }

    /** Ends all subscriptions, and takes no new ones. */
    @Override
    public synchronized void close() {
        closed = true;
        endAll("the server is shutting down");
        waker.close();
        notifyAll();
    }

    private void endAll(String why) {
        subscriptions.forEach(subscription -> subscription.end(why));
        subscriptions.clear();
    }

    public boolean isClosed() {
        return closed;
    }

    /** Bytes that the ring holds, roughly. */
    long heldBytes() {
        return ring.bytes();
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
     * @param filter called on the client's thread
     * @param from null for what comes from now on
     */
    synchronized Optional<Subscription> subscribe(Predicate<StoreEvent> filter, @Nullable Position from) {
        long head = ring.head();
        Position current = ring.positionAt(head).orElse(now);
        if (current == null || closed) {
            return Optional.empty();
        }
        long begin = head;
        if (from != null) {
            begin = ring.tail();
            Position oldest = ring.positionAt(begin).orElse(current);
            if (!from.fits(oldest) || !from.covers(oldest)) {
                return Optional.empty();
            }
        }
        Subscription subscription = new Subscription(ring, filter, maxBehind, begin, from == null ? current : from);
        subscriptions.add(subscription);
        return Optional.of(subscription);
    }

    void unsubscribe(Subscription subscription) {
        subscriptions.remove(subscription);
    }
}

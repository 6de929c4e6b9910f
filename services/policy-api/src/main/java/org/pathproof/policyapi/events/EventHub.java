// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.SessionChange;

/**
 * Keeps the latest changes of the store in a ring. Each subscription reads the ring on the thread of its client.
 *
 * <p>The follower's thread only adds a change to the ring. The cost does not depend on the number of clients. The
 * clients' threads filter and write JSON. A client is disconnected when it lags by more than its limit or more than the
 * ring holds. The ring is bounded in events and in bytes.
 */
public final class EventHub implements ChangeListener, AutoCloseable {
    private final EventRing ring;
    private final int maxBehind;
    private final EventWaker waker;
    private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();

    /** Position after the newest event; null until the store is complete. Written by the follower's thread. */
    private volatile @Nullable Position now;

    private volatile boolean closed;

    /**
     * @param ringCapacity maximum number of events in the ring
     * @param maxBytes maximum number of bytes in the ring
     * @param maxBehind maximum number of events that a client may be behind
     */
    public EventHub(int ringCapacity, long maxBytes, int maxBehind) {
        this.ring = new EventRing(Math.max(ringCapacity, 1), maxBytes);
        this.maxBehind = Math.max(maxBehind, 1);
        this.waker = new EventWaker(subscriptions);
    }

    @Override
    public synchronized void onComplete(Position position) {
        ring.clear();
        now = position;
        notifyAll();
    }

    @Override
    public synchronized void onRestart() {
        ring.clear();
        now = null;
        endAll("the verdict store is being rebuilt: reconnect without a position");
    }

    @Override
    public void onChange(RouteChange change, Origin origin) {
        publish(new StoreEvent.OfRoute(change, origin, false));
    }

    @Override
    public void onChange(SessionChange change, Origin origin) {
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
    public void onPollEnd() {
        if (!subscriptions.isEmpty()) { // a later subscription reads the ring before it waits
            waker.wake(ring.head());
        }
    }

    /** Ends all subscriptions and refuses new ones. */
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

    /** Returns the approximate number of bytes in the ring. */
    long heldBytes() {
        return ring.bytes();
    }

    public int subscribers() {
        return subscriptions.size();
    }

    /**
     * Returns the position of the stream. Waits up to {@code wait} for a complete store; empty if the store is still
     * incomplete.
     */
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
     * Subscribes to the events after a position.
     *
     * @param filter called on the client's thread
     * @param from null for events from now on
     * @return empty if the ring does not reach back to {@code from}, or if the store is not complete
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
            if (!from.hasSamePartitions(oldest) || !from.covers(oldest)) {
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

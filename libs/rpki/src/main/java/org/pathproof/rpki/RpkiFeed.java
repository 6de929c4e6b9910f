// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The common part of every {@link RpkiSource}: the set in force, and listeners that receive its changes in order on one
 * thread. An exception of a listener is logged, and the other listeners still receive the change.
 *
 * <p>Changes that arrive while a listener is busy are merged into one. So a busy listener keeps at most two sets in
 * memory: the set before its pending change, and the newest set.
 */
public final class RpkiFeed implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RpkiFeed.class);

    private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();
    private final ExecutorService executor;
    private volatile @Nullable RpkiSet current;

    /** Creates a feed whose thread has the given name. */
    public RpkiFeed(String threadName) {
        executor = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name(threadName).daemon().factory());
    }

    public Optional<RpkiSet> current() {
        return Optional.ofNullable(current);
    }

    /** Calls {@code listener} with every change that is published from now on. */
    public synchronized void onChange(Consumer<RpkiChange> listener) {
        subscribers.add(new Subscriber(listener));
    }

    /**
     * Puts {@code change.after()} in force and passes the change to the listeners. The caller must publish changes in
     * their order, and not from two threads at once.
     */
    public synchronized void publish(RpkiChange change) {
        RpkiSet before = current;
        current = change.after();
        if (!executor.isShutdown()) {
            for (Subscriber subscriber : subscribers) {
                if (subscriber.add(before, change)) {
                    executor.execute(subscriber::deliver);
                }
            }
        }
    }

    @Override
    public void close() {
        executor.shutdown();
    }

    /** A listener and its pending change. */
    private static final class Subscriber {
        private final Consumer<RpkiChange> listener;
        private @Nullable RpkiSet delivered; // the set before the pending change
        private @Nullable RpkiChange pending;
        private boolean isMerged; // true if the pending change consists of several changes

        Subscriber(Consumer<RpkiChange> listener) {
            this.listener = listener;
        }

        /** Returns true if no other change was pending. */
        synchronized boolean add(@Nullable RpkiSet before, RpkiChange change) {
            boolean isFirst = pending == null;
            if (isFirst) {
                delivered = before;
            }
            isMerged = !isFirst;
            pending = change;
            return isFirst;
        }

        void deliver() {
            RpkiSet from;
            RpkiChange change;
            boolean merged;
            synchronized (this) {
                from = delivered;
                change = pending;
                merged = isMerged;
                delivered = null;
                pending = null;
            }
            if (change == null) {
                return;
            }
            try {
                listener.accept(merged ? RpkiSnapshot.change(from, change.after()) : change);
            } catch (RuntimeException e) {
                log.error(
                        getMarker("rpki-listener-failed"),
                        "Listener of RPKI changes failed: serial={}",
                        change.after().serial(),
                        e);
            }
        }
    }
}

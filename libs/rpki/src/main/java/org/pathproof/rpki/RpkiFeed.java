// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

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
 * The part that every {@link RpkiSource} shares: the set in force, and listeners that receive its changes in order on
 * one thread. A listener that throws is logged; the others still receive the change.
 *
 * <p>Changes that arrive while a listener is busy are merged into one. So at most two sets wait for a listener: the
 * last one that it received and the newest one.
 */
public final class RpkiFeed implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RpkiFeed.class);

    private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();
    private final ExecutorService teller;
    private volatile @Nullable RpkiSet current;

    /** Creates a feed whose thread has the given name. */
    public RpkiFeed(String threadName) {
        teller = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name(threadName).daemon().factory());
    }

    public Optional<RpkiSet> current() {
        return Optional.ofNullable(current);
    }

    /** Calls {@code listener} with every change that is published from now on. */
    public synchronized void onChange(Consumer<RpkiChange> listener) {
        subscribers.add(new Subscriber(listener));
    }

    /** Puts {@code change.after()} in force and tells the listeners. To be called by one thread at a time. */
    public synchronized void publish(RpkiChange change) {
        RpkiSet before = current;
        current = change.after();
        if (!teller.isShutdown()) {
            for (Subscriber subscriber : subscribers) {
                if (subscriber.add(before, change)) {
                    teller.execute(subscriber::tell);
                }
            }
        }
    }

    @Override
    public void close() {
        teller.shutdown();
    }

    /** A listener and the change that waits for it. */
    private static final class Subscriber {
        private final Consumer<RpkiChange> listener;
        private @Nullable RpkiSet told; // the set before the pending change
        private @Nullable RpkiChange pending;
        private boolean isMerged; // the pending change begins after the set that was told

        Subscriber(Consumer<RpkiChange> listener) {
            this.listener = listener;
        }

        /** Returns true when no other change is waiting. */
        synchronized boolean add(@Nullable RpkiSet before, RpkiChange change) {
            boolean isFirst = pending == null;
            if (isFirst) {
                told = before;
            }
            isMerged = !isFirst;
            pending = change;
            return isFirst;
        }

        void tell() {
            RpkiSet from;
            RpkiChange change;
            boolean merged;
            synchronized (this) {
                from = told;
                change = pending;
                merged = isMerged;
                told = null;
                pending = null;
            }
            if (change == null) {
                return;
            }
            try {
                listener.accept(merged ? RpkiSnapshot.change(from, change.after()) : change);
            } catch (RuntimeException e) {
                log.error(
                        "A listener of RPKI changes failed at serial {}",
                        change.after().serial(),
                        e);
            }
        }
    }
}

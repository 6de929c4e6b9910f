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
 * What every {@link RpkiSource} has in common: the set in force, and listeners that hear of its changes one after the other on one
 * thread. A listener that throws is logged and does not keep others from hearing.
 */
public final class RpkiFeed implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RpkiFeed.class);

    private final List<Consumer<RpkiChange>> listeners = new CopyOnWriteArrayList<>();
    private final ExecutorService teller;
    private volatile @Nullable RpkiSet current;

    /** A feed whose thread has the given name. */
    public RpkiFeed(String threadName) {
        teller = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name(threadName).daemon().factory());
    }

    public Optional<RpkiSet> current() {
        return Optional.ofNullable(current);
    }

    public void onChange(Consumer<RpkiChange> listener) {
        listeners.add(listener);
    }

    /** Puts {@code change.after()} in force and tells the listeners. To be called by one thread at a time. */
    public void publish(RpkiChange change) {
        List<Consumer<RpkiChange>> told = List.copyOf(listeners);
        current = change.after();
        if (!teller.isShutdown()) {
            teller.execute(() -> told.forEach(listener -> tell(listener, change)));
        }
    }

    @Override
    public void close() {
        teller.shutdown();
    }

    private static void tell(Consumer<RpkiChange> listener, RpkiChange change) {
        try {
            listener.accept(change);
        } catch (RuntimeException e) {
            log.error(
                    "A listener of RPKI changes failed at serial {}",
                    change.after().serial(),
                    e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Prefix;

/** Queries a router for its best path to one prefix, every few milliseconds. Thread-safe. */
public final class Poller implements AutoCloseable {
    /** Time between a response and the next query, which bounds the precision of the times. */
    public static final long INTERVAL_MS = 5;

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("poller").factory());
    private final Timeline timeline;
    private final Source source;
    private volatile @Nullable Prefix watched;
    private final ScheduledFuture<?> polling;

    /** A router that responds to queries for its best paths. */
    public interface Source extends AutoCloseable {
        Best best(Prefix prefix) throws IOException;

        @Override
        void close() throws IOException;
    }

    public Poller(Timeline timeline, Source source) {
        this.timeline = timeline;
        this.source = source;
        polling = executor.scheduleWithFixedDelay(this::poll, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    /** Selects the prefix to query. */
    public void watch(Prefix prefix) {
        if (polling.state() == java.util.concurrent.Future.State.FAILED) {
            throw new IllegalStateException("a router does not answer", polling.exceptionNow());
        }
        watched = prefix;
    }

    private void poll() {
        Prefix prefix = watched;
        if (prefix != null) {
            try {
                timeline.observe(prefix, source.best(prefix));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        polling.cancel(false);
        CompletableFuture.runAsync(() -> {}, executor).join(); // the last query has ended
        executor.shutdown();
        source.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.pathproof.validator.experimental.ExperimentalRoutes;
import org.pathproof.validator.proof.CachingVerifier;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.store.PagedStores;

/** The stream processor of one partition. Passes records and clock ticks to its {@link RouteTask}. */
final class RouteProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    /** Runs between two polls. A thread that waits for records waits until its next commit is due. */
    private static final Duration TICK = Duration.ofMillis(2);

    private final PagedStores stores;
    private final SessionBoard board;
    private final TaskTopics topics;
    private final RpkiHub hub;
    private final CachingVerifier verifier;
    private final RouteMeters meters;
    private final BackgroundBudget budget;
    private final Commits commits;
    private final VerdictTraces traces;
    private final TaskPaths paths;
    private final Supplier<ExperimentalRoutes> experimental;
    private @Nullable RouteTask task;
    private @Nullable Cancellable ticking;

    RouteProcessor(
            PagedStores stores,
            SessionBoard board,
            TaskTopics topics,
            RpkiHub hub,
            CachingVerifier verifier,
            RouteMeters meters,
            BackgroundBudget budget,
            Commits commits,
            VerdictTraces traces,
            TaskPaths paths,
            Supplier<ExperimentalRoutes> experimental) {
        this.stores = stores;
        this.board = board;
        this.topics = topics;
        this.hub = hub;
        this.verifier = verifier;
        this.meters = meters;
        this.budget = budget;
        this.commits = commits;
        this.traces = traces;
        this.paths = paths;
        this.experimental = experimental;
    }

    /**
     * Starts the task once its store is restored. Kafka Streams calls this again on the same object to revive a task.
     */
    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        close();
        KeyValueStore<Bytes, byte[]> store = context.getStateStore(RouteTable.STORE);
        RouteTask started = new RouteTask(
                new RouteTable(store, stores.of(context.taskId())),
                context,
                board,
                topics,
                hub,
                verifier,
                meters,
                budget,
                commits,
                traces.ofTask(),
                paths,
                experimental.get());
        task = started;
        ticking = context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, now -> started.work());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (task != null) {
            task.process(record);
        }
    }

    @Override
    public void close() {
        if (ticking != null) {
            ticking.cancel();
            ticking = null;
        }
        if (task != null) {
            task.close();
            task = null;
        }
    }
}

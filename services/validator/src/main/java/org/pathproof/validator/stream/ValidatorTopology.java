// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.BytesDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.Stores;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.Topics;
import org.pathproof.validator.experimental.ExperimentalRoutes;
import org.pathproof.validator.proof.CachingVerifier;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.store.PagedStores;

/**
 * The topology of the validator. Kafka Streams handles records as bytes: an undecodable record results in a reject, not
 * in an exception.
 */
public final class ValidatorTopology {
    private static final String ROUTES = "routes-in";
    private static final String VALIDATE = "validate";

    private ValidatorTopology() {}

    /**
     * Builds a topology with its own {@link SessionBoard}.
     *
     * @param paths receives the tasks, whose rows have proofs
     * @param experimental creates the experimental routes of a task
     */
    public static Topology build(
            RpkiHub hub,
            CachingVerifier verifier,
            RouteMeters meters,
            BackgroundBudget budget,
            Commits commits,
            RouteGaps routeGaps,
            TaskTopics topics,
            VerdictTraces traces,
            TaskPaths paths,
            Supplier<ExperimentalRoutes> experimental) {
        SessionBoard board = new SessionBoard(budget.wakeups()::wake);
        Gaps gaps = routeGaps.begin(board);
        PagedStores stores = RouteTable.stores();
        Topology topology = new Topology();
        topology.addGlobalStore(
                Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore(SessionProcessor.STORE),
                                Serdes.Bytes(),
                                Serdes.ByteArray())
                        .withLoggingDisabled(),
                "sessions-in",
                new BytesDeserializer(),
                new ByteArrayDeserializer(),
                Topics.SESSIONS,
                "session-board",
                () -> new SessionProcessor(board, gaps, meters.sessionsRejected));
        topology.addSource(
                AutoOffsetReset.earliest(),
                ROUTES,
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                Topics.ROUTES);
        topology.addProcessor(
                VALIDATE,
                () -> new RouteProcessor(
                        stores, board, topics, hub, verifier, meters, budget, commits, traces, paths, experimental),
                ROUTES);
        topology.addStateStore(
                Stores.keyValueStoreBuilder(stores, Serdes.Bytes(), Serdes.ByteArray())
                        .withCachingDisabled(),
                VALIDATE);
        topology.addStateStore(ProcessIdMarkerStore.builder(), VALIDATE);
        topology.addSink(
                Sinks.VERDICTS,
                Topics.VERDICTS,
                new ByteArraySerializer(),
                new ByteArraySerializer(),
                byPrefix(),
                VALIDATE);
        topology.addSink(Sinks.REJECTS, Topics.REJECTS, new ByteArraySerializer(), new ByteArraySerializer(), VALIDATE);
        return topology;
    }

    /** Puts the verdict of a route into the partition of the route. */
    private static StreamPartitioner<byte[], byte[]> byPrefix() {
        return (topic, key, value, partitions) -> Optional.of(Set.of(PrefixPartitioner.partition(key, partitions)));
    }
}

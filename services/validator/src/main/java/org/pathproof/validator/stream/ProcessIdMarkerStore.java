// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.Map;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * An empty store that reports itself as persistent. Kafka Streams derives the transactional ids of its producers from
 * the process id. Kafka Streams keeps that id in the state directory only if the topology has a persistent store. With
 * the same id, a killed process aborts its open transaction when it starts again. With another id, readers of verdicts
 * would wait until the transaction times out. See docs/adr/0002.
 */
final class ProcessIdMarkerStore implements StateStore {
    private static final String NAME = "home";

    private volatile boolean open;

    /** Returns the builder for the topology. The store has no changelog and nothing to restore. */
    static StoreBuilder<ProcessIdMarkerStore> builder() {
        return new Builder();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(root, (key, value) -> {});
        open = true;
    }

    @Override
    public void flush() {
        // There is nothing to write.
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public Position getPosition() {
        return Position.emptyPosition();
    }

    private static final class Builder implements StoreBuilder<ProcessIdMarkerStore> {
        @Override
        public StoreBuilder<ProcessIdMarkerStore> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<ProcessIdMarkerStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<ProcessIdMarkerStore> withLoggingEnabled(Map<String, String> config) {
            throw new UnsupportedOperationException("the store has no changelog");
        }

        @Override
        public StoreBuilder<ProcessIdMarkerStore> withLoggingDisabled() {
            return this;
        }

        @Override
        public ProcessIdMarkerStore build() {
            return new ProcessIdMarkerStore();
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }

        @Override
        public String name() {
            return NAME;
        }
    }
}

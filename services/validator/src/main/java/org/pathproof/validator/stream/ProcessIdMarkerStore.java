// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.Map;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * A store that holds nothing and says it is persistent. Kafka Streams keeps the id of a process in the state directory only if it has a
 * persistent store, and makes the transactional id of its producers from it. With it, a process that was killed and started again takes
 * the transaction over that it left open, and aborts it at once; without it, readers of verdicts would wait for the transaction to time
 * out. See docs/adr/0002.
 */
final class ProcessIdMarkerStore implements StateStore {
    private static final String NAME = "home";

    private volatile boolean open;

    /** How the topology is told of it: not logged, so that there is no topic behind it and nothing to restore. */
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
            throw new UnsupportedOperationException("there is nothing to log");
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

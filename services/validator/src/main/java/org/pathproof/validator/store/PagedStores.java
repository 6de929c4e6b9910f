// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Creates a {@link PagedStore} for each task and finds it by task. The processor receives a wrapper of the store from
 * Kafka Streams, and the wrapper cannot be read in place.
 */
public final class PagedStores implements KeyValueBytesStoreSupplier {
    private final String name;
    private final Supplier<RowLayout> layouts;
    private final Map<TaskId, PagedStore> open = new ConcurrentHashMap<>();

    /** @param layouts creates the layout of a store's rows */
    public PagedStores(String name, Supplier<RowLayout> layouts) {
        this.name = name;
        this.layouts = layouts;
    }

    /** Returns the open store of a task. */
    public PagedStore of(TaskId task) {
        PagedStore store = open.get(task);
        if (store == null) {
            throw new IllegalStateException("task " + task + " has no open store " + name);
        }
        return store;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
        return new PagedStore(name, layouts.get(), new PagedStore.Lifecycle() {
            @Override
            public void onOpen(TaskId task, PagedStore store) {
                open.put(task, store);
            }

            @Override
            public void onClose(TaskId task, PagedStore store) {
                open.remove(task, store);
            }
        });
    }

    @Override
    public String metricsScope() {
        return "paged";
    }
}

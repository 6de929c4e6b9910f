// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A state store of Kafka Streams that consists of rows in {@link RowPages}, of a {@link FixedEntryTable}, and of a few
 * other entries. Kafka Streams adds the changelog and restores the store from it before the task runs. Only the thread
 * of the task uses the store.
 */
public final class PagedStore implements KeyValueStore<Bytes, byte[]> {
    private static final byte[] LEAST = new byte[0];

    private final String name;
    private final RowPages rows;
    private final NavigableMap<byte[], byte[]> others = new TreeMap<>(Arrays::compareUnsigned);
    private final FixedEntryTable numbered = new FixedEntryTable();
    private final Position position = Position.emptyPosition();
    private volatile boolean open;

    private @Nullable TaskId task;
    private final Lifecycle listener;

    /** Receives the opening and the closing of a store. */
    interface Lifecycle {
        void onOpen(TaskId task, PagedStore store);

        void onClose(TaskId task, PagedStore store);
    }

    PagedStore(String name, RowLayout layout, Lifecycle listener) {
        this.name = name;
        this.rows = new RowPages(layout);
        this.listener = listener;
    }

    /** Returns the rows, for reading in place. */
    public RowPages rows() {
        return rows;
    }

    /** Returns the entries that are neither rows nor numbered, for reading only. */
    public NavigableMap<byte[], byte[]> others() {
        return Collections.unmodifiableNavigableMap(others);
    }

    /** Returns the numbered entries, for reading in place. */
    public FixedEntryTable numbered() {
        return numbered;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(root, new Restoration(this));
        task = context.taskId();
        listener.onOpen(task, this);
        open = true;
    }

    /** Restores records of the changelog in their order. */
    private record Restoration(PagedStore store) implements BatchingStateRestoreCallback {
        @Override
        public void restoreAll(Collection<KeyValue<byte[], byte[]>> records) {
            records.forEach(record -> restore(record.key, record.value));
        }

        @Override
        public void restore(byte[] key, byte @Nullable [] value) {
            store.put(Bytes.wrap(key), value);
        }
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        byte[] bytes = key.get();
        if (rows.isRow(bytes)) {
            return rows.get(bytes);
        }
        return FixedEntryTable.isNumber(bytes) ? numbered.get(FixedEntryTable.number(bytes)) : others.get(bytes);
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        byte[] bytes = key.get();
        if (value == null) {
            delete(key);
        } else if (rows.isRow(bytes)) {
            rows.put(bytes, value);
        } else if (FixedEntryTable.isNumber(bytes)) {
            numbered.put(FixedEntryTable.number(bytes), value);
        } else {
            others.put(bytes, value);
        }
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
        byte[] before = get(key);
        if (before == null) {
            put(key, value);
        }
        return before;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        byte[] bytes = key.get();
        if (rows.isRow(bytes)) {
            return rows.remove(bytes);
        }
        return FixedEntryTable.isNumber(bytes) ? numbered.remove(FixedEntryTable.number(bytes)) : others.remove(bytes);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        return new Range(this, from == null ? LEAST : from.get(), to == null ? null : to.get());
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return range(null, null);
    }

    @Override
    public long approximateNumEntries() {
        return rows.count() + others.size() + numbered.count();
    }

    @Override
    public Position getPosition() {
        return position;
    }

    @Override
    public void flush() {
        // There is no buffer: Kafka Streams writes each entry to the changelog at once.
    }

    @Override
    public void close() {
        open = false;
        if (task != null) {
            listener.onClose(task, this);
        }
        rows.clear();
        others.clear();
        numbered.clear();
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /**
     * Returns the first entry at or above {@code from}, or only above {@code from} if {@code above}; null if there is
     * none.
     */
    private Map.@Nullable Entry<byte[], byte[]> next(byte[] from, boolean above) {
        Map.Entry<byte[], byte[]> other = above ? others.higherEntry(from) : others.ceilingEntry(from);
        return least(least(rows.next(from, above), other), nextNumbered(from, above));
    }

    private static Map.@Nullable Entry<byte[], byte[]> least(
            Map.@Nullable Entry<byte[], byte[]> a, Map.@Nullable Entry<byte[], byte[]> b) {
        return b == null || a != null && Arrays.compareUnsigned(a.getKey(), b.getKey()) < 0 ? a : b;
    }

    private Map.@Nullable Entry<byte[], byte[]> nextNumbered(byte[] from, boolean above) {
        int first = FixedEntryTable.isNumber(from) ? Math.max(0, FixedEntryTable.number(from)) : 0;
        for (int number = numbered.nextTaken(first); number >= 0; number = numbered.nextTaken(number + 1)) {
            byte[] key = FixedEntryTable.key(number);
            byte[] value = numbered.get(number);
            if (value != null && Arrays.compareUnsigned(key, from) >= (above ? 1 : 0)) {
                return Map.entry(key, value);
            }
        }
        return null;
    }

    /** Iterates over entries in order, even while the map changes: each step searches for the next key. */
    private static final class Range implements KeyValueIterator<Bytes, byte[]> {
        private final PagedStore store;
        private final byte @Nullable [] last;
        private Map.@Nullable Entry<byte[], byte[]> next;

        Range(PagedStore store, byte[] from, byte @Nullable [] last) {
            this.store = store;
            this.last = last;
            this.next = upToLast(store.next(from, false));
        }

        private Map.@Nullable Entry<byte[], byte[]> upToLast(Map.@Nullable Entry<byte[], byte[]> entry) {
            return entry == null || last != null && Arrays.compareUnsigned(entry.getKey(), last) > 0 ? null : entry;
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Bytes peekNextKey() {
            return Bytes.wrap(entry().getKey());
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            Map.Entry<byte[], byte[]> entry = entry();
            next = upToLast(store.next(entry.getKey(), true));
            return KeyValue.pair(Bytes.wrap(entry.getKey()), entry.getValue());
        }

        private Map.Entry<byte[], byte[]> entry() {
            Map.Entry<byte[], byte[]> entry = next;
            if (entry == null) {
                throw new NoSuchElementException("the range has no more entries");
            }
            return entry;
        }

        @Override
        public void close() {
            // The iterator holds no resource.
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.row.PathBytes;
import org.pathproof.verdictstore.row.RowData;
import org.pathproof.verdictstore.row.RowFlags;
import org.pathproof.wire.AfiSafi;

/** Readers beside writers: each reading shows one commit, and no memory is used again too early. */
final class RowStoreTest {
    private static final int SESSIONS = 300;

    private final TestRows rows = new TestRows(2, SESSIONS);
    private final RowStore store = rows.store;

    /** A row of the model; its attributes are the text of its version. */
    private record Key(int prefix, int session) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return prefix != other.prefix
                    ? Integer.compare(prefix, other.prefix)
                    : Integer.compare(session, other.session);
        }
    }

    private static byte[] text(int version) {
        return ("version " + version).repeat(1 + version % 3).getBytes(StandardCharsets.US_ASCII);
    }

    private void put(RowStore.Batch batch, RowData row, int prefix, int session, int version) {
        row.time = version;
        row.flags = RowFlags.of(version % 5, version % 4, version % 4);
        row.attributes = TestRows.intern(store.dictionaries().attributes(), text(version));
        row.digest = version % 10 == 0 ? version : 0;
        rows.put(batch, row, prefix, session, version % 1000);
    }

    /** Reads everything, and checks that each row's parts belong together. */
    private Map<Key, Integer> read(Reading reading) {
        Map<Key, Integer> found = new TreeMap<>();
        RowCursor cursor = reading.rows(new Frontier(Place.start(AfiSafi.AFI_IPV4)), RowFilter.ALL);
        RowData row = new RowData();
        while (cursor.next()) {
            PrefixRows some = cursor.rows();
            for (int i = 0; i < some.count(); i++) {
                some.read(i, row);
                check(row);
                int prefix = (int) (some.place().hi() >>> 40);
                assertThat(found.put(new Key(prefix, some.session(i).number()), row.time))
                        .isNull();
            }
        }
        return found;
    }

    private void check(RowData row) {
        if (!java.util.Arrays.equals(store.dictionaries().attributes().copy(row.attributes), text(row.time))
                || Words.i32(store.dictionaries().paths().copy(row.path), PathBytes.HEAD) != row.time % 1000
                || row.digest != (row.time % 10 == 0 ? row.time : 0)
                || RowFlags.state(row.flags) != row.time % 5) {
            throw new AssertionError("row with parts of others: " + row.time);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aLongReadingShowsItsCommit(int seed) {
        Random random = new Random(seed);
        Map<Key, Integer> model = new TreeMap<>();
        int version = 0;
        RowData row = new RowData();
        for (int round = 0; round < 12; round++) {
            try (Reading first = store.read()) {
                Map<Key, Integer> atFirst = new TreeMap<>(model);
                read(first); // the state of a shard is that of its first use
                for (int commit = 0; commit < 30; commit++) {
                    RowStore.Batch batch = store.begin();
                    for (int i = 0; i < 200; i++) {
                        Key key = new Key(random.nextInt(round % 4 == 3 ? 2000 : 12), random.nextInt(SESSIONS));
                        if (random.nextInt(10) < (round % 3 == 2 ? 7 : 2)) {
                            boolean removed = rows.remove(batch, key.prefix(), key.session());
                            assertThat(removed).isEqualTo(model.remove(key) != null);
                        } else {
                            put(batch, row, key.prefix(), key.session(), ++version);
                            model.put(key, version);
                        }
                    }
                    batch.commit();
                    store.upkeep().run(() -> {}, 0);
                    if (commit % 10 == 9) {
                        store.upkeep().runAll();
                        assertThat(read(first)).isEqualTo(atFirst);
                    }
                }
            }
            try (Reading now = store.read()) {
                assertThat(read(now)).isEqualTo(model);
            }
            assertThat(store.rows()).isEqualTo(model.size());
        }
    }

    /** Two writers give all rows of a prefix one version in each commit, while threads read and dictionaries forget. */
    @Test
    void readersBesideWritersSeeWholeCommits() throws Exception {
        int prefixes = 30;
        AtomicInteger version = new AtomicInteger();
        List<List<Integer>> parts = List.of(new ArrayList<>(), new ArrayList<>());
        for (int prefix = 0; prefix < prefixes; prefix++) {
            parts.get(new ShardNumbers(2).of(TestRows.place(prefix))).add(prefix);
        }
        // Not virtual threads: readers that never wait would keep writers from all processors.
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> writers = new ArrayList<>();
            for (List<Integer> part : parts) {
                writers.add(threads.submit(() -> write(part, version)));
            }
            Callable<Integer> reader = () -> {
                int count = 0;
                do {
                    count += readWhole(prefixes);
                } while (writers.stream().anyMatch(writer -> !writer.isDone()));
                return count;
            };
            List<Future<Integer>> readers = List.of(threads.submit(reader), threads.submit(reader));
            for (Future<?> writer : writers) {
                join(writer);
            }
            for (Future<Integer> one : readers) {
                assertThat(one.get()).isPositive();
            }
        }
    }

    private static void join(Future<?> task) throws InterruptedException {
        try {
            task.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private void write(List<Integer> part, AtomicInteger version) {
        Random random = new Random(part.size());
        RowData row = new RowData();
        for (int i = 0; i < 2000; i++) {
            int prefix = part.get(random.nextInt(part.size()));
            int next = version.incrementAndGet();
            RowStore.Batch batch = store.begin();
            for (int session = 0; session < 20; session++) {
                put(batch, row, prefix, session, next);
            }
            batch.commit();
            store.upkeep().run(() -> {}, i % 100 == 0 ? 1_000_000 : 0);
        }
    }

    private int readWhole(int prefixes) {
        RowData row = new RowData();
        int count = 0;
        for (int prefix = 0; prefix < prefixes; prefix++) {
            try (Reading reading = store.read()) {
                PrefixRows some = reading.rowsOfPrefix(TestRows.place(prefix), RowFilter.ALL);
                assertThat(some.count()).isIn(0, 20);
                int version = -1;
                for (int i = 0; i < some.count(); i++) {
                    some.read(i, row);
                    check(row);
                    assertThat(version < 0 || version == row.time).isTrue();
                    version = row.time;
                    count++;
                }
            }
        }
        return count;
    }

    /** Pages stay about as large as their blocks, whatever comes and goes. */
    @Test
    void memoryFollowsTheRows() {
        RowData row = new RowData();
        Random random = new Random(1);
        int version = 0;
        for (int round = 0; round < 3; round++) {
            for (int session = 0; session < 40; session++) {
                RowStore.Batch batch = store.begin();
                for (int prefix = 0; prefix < 3000; prefix++) {
                    put(batch, row, prefix, session, version + random.nextInt(500));
                }
                batch.commit();
                store.upkeep().run(() -> {}, 1_000_000);
            }
            version += 500;
            for (int session = 0; session < 40; session++) {
                if (session % 8 != 0) {
                    RowStore.Batch batch = store.begin();
                    for (int prefix = 0; prefix < 3000; prefix++) {
                        rows.remove(batch, prefix, session);
                    }
                    batch.commit();
                }
            }
            store.upkeep().runAll();
        }
        RowStore.Memory memory = store.memory();
        assertThat(store.rows()).isEqualTo(15_000);
        assertThat(memory.pages()).isLessThan(memory.blocks() * 110 / 100 + (5 << 20));
        assertThat(memory.dictionaries()).isLessThan(4 << 20);
    }
}

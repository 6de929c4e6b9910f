// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.pathproof.verdictstore.memory.Chunks;
import org.pathproof.verdictstore.memory.Readers;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.verdictstore.snapshot.SnapshotFile;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;

/**
 * All rows of the store, in shards by prefix. Prefixes are shared out as over the partitions of Kafka's topic, so with
 * as many shards as partitions each partition has a shard of its own.
 *
 * <p>A writer begins a {@link Batch}. Several writers may write at once if they use different shards. {@link Upkeep}
 * works while there is no writer.
 */
public final class RowStore {
    private final Dictionaries dictionaries = new Dictionaries();
    private final SessionArray sessions = new SessionArray();
    private final Readers readers = new Readers();
    private final Chunks chunks = new Chunks();
    private final Shapes shapes = new Shapes();
    private final List<Shard> shards;
    private final ShardNumbers numbers;
    /** Writers share it; {@link Upkeep} has it alone. */
    private final ReentrantReadWriteLock batches = new ReentrantReadWriteLock(true);

    private final Upkeep upkeep;

    /** @param shardCount number of shards */
    public RowStore(int shardCount) {
        shards = Stream.generate(() -> new Shard(dictionaries, chunks, readers, shapes))
                .limit(shardCount)
                .toList();
        numbers = new ShardNumbers(shardCount);
        upkeep = new Upkeep(shards, dictionaries, sessions, readers, batches.writeLock());
    }

    /** Returns the dictionaries of all shards. */
    public Dictionaries dictionaries() {
        return dictionaries;
    }

    /** Returns the sessions by number. */
    public SessionArray sessions() {
        return sessions;
    }

    /** Returns what is done between batches. */
    public Upkeep upkeep() {
        return upkeep;
    }

    /** Returns all shards. */
    public List<Shard> shards() {
        return shards;
    }

    /** Begins to write. Waits while {@link Upkeep} works. */
    public Batch begin() {
        batches.readLock().lock();
        return new Batch();
    }

    /** Returns the number of the shard of a prefix. */
    public int shardOf(Place place) {
        return numbers.of(place);
    }

    /** The shards that one thread writes in a batch. */
    public class Part {
        private final List<Shard> open = new ArrayList<>();
        private final boolean[] isOpen = new boolean[shards.size()];

        private Part() {}

        /** Returns the shard of a prefix, to be written. */
        public final Shard shard(Place place) {
            return shard(numbers.of(place));
        }

        /** Returns a shard by its number, to be written. */
        public final Shard shard(int number) {
            Shard shard = shards.get(number);
            if (!isOpen[number]) {
                shard.begin();
                isOpen[number] = true;
                open.add(shard);
            }
            return shard;
        }
    }

    /** Changes that become visible together, shard by shard. For one thread, apart from its parts. */
    public final class Batch extends Part {
        private final List<Part> parts = new ArrayList<>();

        private Batch() {}

        /**
         * Returns a part for another thread. No two parts may have a shard in common, and this batch has no shard of a
         * part until {@link #join}.
         */
        public Part part() {
            Part part = new Part();
            parts.add(part);
            return part;
        }

        /** Takes the shards of all parts over, whose threads have ended their work. */
        public void join() {
            for (Part part : parts) {
                super.open.addAll(part.open);
                for (int i = 0; i < part.isOpen.length; i++) {
                    super.isOpen[i] |= part.isOpen[i];
                }
            }
            parts.clear();
        }

        /** Shows all changes, those of parts included. */
        public void commit() {
            try {
                join();
                super.open.forEach(Shard::commit);
            } finally {
                batches.readLock().unlock();
            }
        }
    }

    private static String section(int shard) {
        return "shard " + shard;
    }

    /** Writes all rows to a snapshot. {@link Upkeep#tryHold} holds the numbers meanwhile. */
    public void writeRows(SnapshotWriter to) throws IOException {
        for (int i = 0; i < shards.size(); i++) {
            to.begin(section(i));
            new ShardImage(shards.get(i)).write(this::read, to);
        }
    }

    /** Adds sessions with their numbers, while there are none. */
    public void restoreSessions(Collection<? extends SessionSlots> numbered) {
        sessions.restore(numbered);
    }

    /**
     * Reads the rows of a shard, which is empty. The sessions are there. Each shard may be read by a thread of its own.
     *
     * @param image the dictionaries of the snapshot
     */
    public void readRows(int shard, SnapshotFile from, DictionaryImage image) throws IOException {
        new ShardImage(shards.get(shard)).read(from.section(section(shard)), image, dictionaries, sessions, shapes);
    }

    /** Begins to read. The caller must close the result soon. */
    public Reading read() {
        return new Reading(shards, numbers, dictionaries, sessions, shapes, readers);
    }

    /** Returns the number of rows, those of hidden ones included. */
    public long rows() {
        return shards.stream().mapToLong(Shard::rows).sum();
    }

    /** Returns the number of rows of each shard, those of hidden ones included. */
    public long[] rowsOfShards() {
        return shards.stream().mapToLong(Shard::rows).toArray();
    }

    /**
     * Returns the memory of the store.
     *
     * @return a snapshot, whose parts may be of slightly different times
     */
    public Memory memory() {
        long live = shards.stream()
                .mapToLong(shard -> shard.blocks().slabs().liveBytes())
                .sum();
        long leaves = shards.stream().mapToLong(Shard::leafBytes).sum();
        return new Memory(live, chunks.pageBytes(), chunks.memoryBytes(), leaves, dictionaries.memoryBytes());
    }

    /**
     * Sizes in memory in bytes.
     *
     * @param blocks places of blocks
     * @param pages pages of blocks in use
     * @param chunks all pages
     * @param leaves prefixes and summaries
     * @param dictionaries paths, attributes and so on
     */
    public record Memory(long blocks, long pages, long chunks, long leaves, long dictionaries) {
        /** Returns the bytes of free places in pages in use. */
        public long freePlaces() {
            return Math.max(0, pages - blocks);
        }

        /** Returns the bytes of free pages. */
        public long freePages() {
            return Math.max(0, chunks - pages);
        }

        /** Returns the sum. */
        public long total() {
            return blocks + freePlaces() + freePages() + leaves + dictionaries;
        }
    }
}

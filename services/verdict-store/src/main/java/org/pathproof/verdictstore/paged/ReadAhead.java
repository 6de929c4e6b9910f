// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.dictionary.Dictionary;

/**
 * Reads the memory that a group of changes will need: entries of dictionaries, leaves and blocks. A change alone waits
 * for each of them in turn, because each tells where the next one is. Here each step reads one of them for all changes,
 * and the reads of a step do not depend on each other. Nothing depends on the result. For the thread that writes.
 */
public final class ReadAhead {
    private static final int LINE = 64;
    /** In a table, at most 1 of 8 prefixes is before the one that precedes it in the group. */
    private static final int MAX_DESCENDING_PART = 8;

    private final Dictionary paths;
    private final Dictionary attributes;
    private final Shard[] shards;
    private final Place[] places;
    /** Hashes of paths and attributes; 0 for a change without them. */
    private final long[] pathHashes;

    private final long[] attributeHashes;
    private final int[] pathIds;
    private final int[] attributeIds;
    private final @Nullable Leaf[] leaves;
    private final int[] indices;
    private int count;
    /** A sum of all bytes that were read, so that the compiler does not leave the reads out. */
    private int unused;

    /** @param size maximum number of changes */
    public ReadAhead(RowStore store, int size) {
        paths = store.dictionaries().paths();
        attributes = store.dictionaries().attributes();
        shards = new Shard[size];
        Arrays.fill(shards, store.shards().getFirst());
        places = new Place[size];
        Arrays.fill(places, Place.start(0));
        pathHashes = new long[size];
        attributeHashes = new long[size];
        pathIds = new int[size];
        attributeIds = new int[size];
        leaves = new Leaf[size];
        indices = new int[size];
    }

    /** Adds a change without a path. */
    public void add(Shard shard, Place prefix) {
        add(shard, prefix, 0, 0);
    }

    /** Adds a change with the hashes of its path and attributes. */
    public void add(Shard shard, Place prefix, long pathHash, long attributesHash) {
        shards[count] = shard;
        places[count] = prefix;
        pathHashes[count] = pathHash;
        attributeHashes[count] = attributesHash;
        count++;
    }

    /** Reads the memory of all added changes, and forgets them. */
    public void run() {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            pathIds[i] = paths.firstFound(pathHashes[i]);
            attributeIds[i] = attributes.firstFound(attributeHashes[i]);
        }
        for (int i = 0; i < count; i++) {
            sum += paths.firstByte(pathIds[i]) + attributes.firstByte(attributeIds[i]);
        }
        unused = sum + (isTable() ? 0 : readBlocks());
        count = 0;
    }

    /** Returns true if nearly all prefixes are in order, as in a table: then leaves and blocks follow each other. */
    private boolean isTable() {
        int ascending = 1;
        for (int i = 1; i < count; i++) {
            ascending += Long.compareUnsigned(places[i - 1].hi(), places[i].hi()) <= 0 ? 1 : 0;
        }
        return ascending >= count - count / MAX_DESCENDING_PART;
    }

    private int readBlocks() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            Leaf leaf = shards[i].leafAt(places[i]);
            leaves[i] = leaf;
            sum += leaf == null ? 0 : leaf.touch();
        }
        for (int i = 0; i < count; i++) {
            Leaf leaf = leaves[i];
            indices[i] = leaf == null ? -1 : leaf.floor(places[i]);
        }
        for (int i = 0; i < count; i++) {
            Leaf leaf = leaves[i];
            indices[i] = leaf == null || indices[i] < 0 ? 0 : leaf.handle(indices[i]);
        }
        for (int i = 0; i < count; i++) {
            sum += indices[i] == 0 ? 0 : shards[i].blocks().touch(indices[i], LINE);
        }
        Arrays.fill(leaves, null);
        return (int) sum;
    }
}

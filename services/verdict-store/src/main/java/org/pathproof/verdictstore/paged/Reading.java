// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.memory.Readers;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.wire.Prefix;

/**
 * A consistent view of each shard, as of its last commit. Must be closed soon: while it is open, no memory of replaced
 * blocks is used again. For one thread.
 */
public final class Reading implements AutoCloseable {
    private final List<Shard> shards;
    private final ShardNumbers numbers;
    private final Dictionaries dictionaries;
    private final SessionArray sessions;
    private final Shapes shapes;
    private final Readers readers;
    private final int place;
    private final @Nullable ShardState[] states;

    Reading(
            List<Shard> shards,
            ShardNumbers numbers,
            Dictionaries dictionaries,
            SessionArray sessions,
            Shapes shapes,
            Readers readers) {
        this.shards = shards;
        this.numbers = numbers;
        this.dictionaries = dictionaries;
        this.sessions = sessions;
        this.shapes = shapes;
        this.readers = readers;
        this.states = new ShardState[shards.size()];
        this.place = readers.enter();
    }

    private ShardState state(int shard) {
        ShardState state = states[shard];
        if (state == null) {
            state = shards.get(shard).published();
            states[shard] = state;
        }
        return state;
    }

    /** Returns a cursor over the rows of a walk from its present places on, in order. */
    public RowCursor rows(Frontier frontier, RowFilter filter) {
        BlockCursor[] cursors = new BlockCursor[shards.size()];
        int count = 0;
        for (int i = 0; i < cursors.length; i++) {
            Place from = frontier.of(shards.get(i));
            if (from == null) {
                continue;
            }
            BlockCursor cursor = new BlockCursor(shards.get(i), state(i), from, filter);
            if (cursor.next()) {
                cursors[count++] = cursor;
            }
        }
        return new RowCursor(cursors, count, frontier.afi(), rowsOf(frontier.start(), filter));
    }

    /** Returns the matching rows of a prefix. */
    public PrefixRows rowsOfPrefix(Place prefix, RowFilter filter) {
        int number = numbers.of(prefix);
        PrefixRows rows = rowsOf(prefix, filter);
        BlockCursor cursor = new BlockCursor(shards.get(number), state(number), prefix, filter);
        rows.clear(cursor.shard(), prefix);
        while (cursor.nextOf(prefix)) {
            rows.add(cursor.array(), cursor.at());
        }
        rows.sort();
        return rows;
    }

    /** Returns the places of a prefix that may have rows, one for each SAFI, in order. */
    public List<Place> placesOf(Prefix prefix) {
        return shapes.covering(prefix, prefix.length());
    }

    /** Returns the places of all prefixes that equal or cover a prefix and may have rows, in order. */
    public List<Place> placesCovering(Prefix prefix) {
        return shapes.covering(prefix, 0);
    }

    /**
     * Counts the stored rows whose paths were signed with router keys, those of hidden ones included. Reads all rows.
     *
     * @param keys numbers of the keys in their dictionary
     * @return the number of rows by the number of the key; keys without rows are absent
     */
    public Map<Integer, Long> rowsSignedWith(List<Integer> keys) {
        PathRowCounts counts = new PathRowCounts(dictionaries, keys);
        for (int i = 0; i < states.length; i++) {
            counts.count(shards.get(i), state(i));
        }
        return counts.rows();
    }

    private PrefixRows rowsOf(Place place, RowFilter filter) {
        return new PrefixRows(shards.getFirst(), place, filter, dictionaries, sessions);
    }

    @Override
    public void close() {
        readers.exit(place);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.verdictstore.paged.Place;
import org.pathproof.verdictstore.paged.RowStore;

/**
 * Applies records of pathproof.verdicts, without telling their changes. Several loaders may work at once, each on
 * one thread, if no two of them have records of one shard. Changes between {@link #begin} and {@link #commit} become
 * visible together. Not thread-safe.
 */
public final class TableLoader {
    private final TableContents contents;
    private final RouteWriter writer;
    private final VerdictParts parts = new VerdictParts();
    private RowStore.@Nullable Batch batch;

    TableLoader(TableContents contents) {
        this.contents = contents;
        this.writer = new RouteWriter(contents.rows());
    }

    /** Begins changes that become visible together. */
    public void begin() {
        if (batch != null) {
            throw new IllegalStateException("the changes of the last batch are not committed");
        }
        batch = contents.rows().begin();
    }

    /** Shows the changes since {@link #begin} to readers. */
    public void commit() {
        RowStore.Batch open = open();
        batch = null;
        contents.commit(open);
    }

    private RowStore.Batch open() {
        RowStore.Batch open = batch;
        if (open == null) {
            throw new IllegalStateException("no batch has begun");
        }
        return open;
    }

    /**
     * Applies a record. A null value withdraws the route.
     *
     * @throws IllegalArgumentException when the key is not a route key or the value is not a verdict
     */
    public void load(byte[] keyBytes, byte @Nullable [] value) {
        RouteKey key = RouteKey.ofBytes(keyBytes);
        Place place = Place.of(key.prefix(), key.safi());
        if (value != null) {
            parts.read(value);
            SessionView session = contents.sessions().get(key.session());
            writer.put(open().shard(place), keyBytes, place, session, (int) key.pathId(), parts);
            return;
        }
        SessionView session = contents.sessions().find(key.session());
        if (session != null && open().shard(place).remove(place, session, (int) key.pathId())) {
            contents.sessions().removeIfEmpty(session);
        }
    }
}

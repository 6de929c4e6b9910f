// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.paged.RowStore;

/**
 * Applies records of pathproof.verdicts, without telling their changes. Several loaders may work at once, each on one
 * thread, if no two of them have records of one shard. Changes between {@link #begin} and {@link #commit} become
 * visible together. Not thread-safe.
 */
public final class TableLoader {
    private final TableContents contents;
    private final VerdictWriter verdicts;
    private final DecodedVerdict single = new DecodedVerdict();
    private RowStore.@Nullable Batch batch;

    TableLoader(TableContents contents) {
        this.contents = contents;
        this.verdicts = new VerdictWriter(contents);
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
        single.read(keyBytes, value);
        load(single);
    }

    private void load(DecodedVerdict verdict) {
        verdict.key(); // throws the fault of the record
        verdicts.load(open(), verdict);
    }

    /** Reads the memory that the verdicts of a group will change. They must be loaded in the present batch. */
    public void readAhead(VerdictGroup group) {
        verdicts.readAhead(open(), group);
    }

    /**
     * Applies a verdict of a group.
     *
     * @throws IllegalArgumentException when the key is not a route key or the value is not a verdict
     */
    public void load(VerdictGroup group, int i) {
        load(group.get(i));
    }
}

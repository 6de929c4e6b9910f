// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import org.pathproof.verdictstore.paged.RowStore;

/**
 * Applies the verdicts of some shards in a batch of a table, beside other parts. The changes become visible with those
 * of the batch. For one thread.
 */
public final class TablePart {
    private final RowStore.Part open;
    private final VerdictWriter verdicts;

    TablePart(TableContents contents, RowStore.Part open) {
        this.open = open;
        this.verdicts = new VerdictWriter(contents);
    }

    /** Returns true if a verdict of a group is of a shard, or if it cannot be decoded. */
    public boolean isOf(int shard, VerdictGroup group, int i) {
        DecodedVerdict verdict = group.get(i);
        return !verdict.isValid() || verdicts.shardOf(verdict) == shard;
    }

    /** Reads the memory that the verdicts of a group in a shard will change. */
    public void readAhead(int shard, VerdictGroup group) {
        verdicts.readAhead(open, group, shard);
    }

    /**
     * Applies a verdict of a group.
     *
     * @throws IllegalArgumentException when the key is not a route key or the value is not a verdict
     */
    public RouteChange apply(VerdictGroup group, int i) {
        DecodedVerdict verdict = group.get(i);
        verdict.key(); // throws the fault of the record
        return verdicts.apply(open, verdict);
    }
}

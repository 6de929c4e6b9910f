// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import org.pathproof.verdictstore.paged.RowStore;

/** The rows of a table and their sessions. Thread-safe, within the limits of {@link RowStore}. */
final class TableContents {
    private static final long UPKEEP_INTERVAL_NANOS = 1_000_000;
    private static final long UPKEEP_NANOS = 500_000;

    private final RowStore rows;
    private final Sessions sessions;
    private volatile long lastUpkeep = System.nanoTime();

    /** @param shards number of shards, usually that of the topic's partitions */
    TableContents(int shards) {
        rows = new RowStore(shards);
        sessions = new Sessions(rows);
    }

    RowStore rows() {
        return rows;
    }

    Sessions sessions() {
        return sessions;
    }

    /** Shows the changes of a batch to readers, and does the upkeep that is due. */
    void commit(RowStore.Batch batch) {
        batch.commit();
        long now = System.nanoTime();
        if (sessions.hasCandidates() || now - lastUpkeep > UPKEEP_INTERVAL_NANOS) {
            lastUpkeep = now;
            upkeep(UPKEEP_NANOS);
        }
    }

    /** Does what is done between changes. */
    void upkeep(long nanos) {
        rows.upkeep().run(sessions::removeEmpty, nanos);
    }
}

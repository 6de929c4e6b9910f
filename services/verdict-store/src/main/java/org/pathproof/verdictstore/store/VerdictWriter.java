// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import org.pathproof.contracts.RouteKey;
import org.pathproof.verdictstore.memory.StoreFullException;
import org.pathproof.verdictstore.paged.Place;
import org.pathproof.verdictstore.paged.ReadAhead;
import org.pathproof.verdictstore.paged.RowStore;
import org.pathproof.verdictstore.paged.Shard;

/** Applies decoded verdicts to the rows, in a batch. Not thread-safe. */
final class VerdictWriter {
    private final RowStore rows;
    private final Sessions sessions;
    private final RouteWriter writer;
    private final ReadAhead ahead;

    VerdictWriter(TableContents contents) {
        this.rows = contents.rows();
        this.sessions = contents.sessions();
        this.writer = new RouteWriter(rows);
        this.ahead = new ReadAhead(rows, VerdictGroup.MAX);
    }

    /** Reads the memory that the verdicts of a group will change. They must be applied in the same batch. */
    void readAhead(RowStore.Part open, VerdictGroup group) {
        for (int i = 0; i < group.size(); i++) {
            DecodedVerdict verdict = group.get(i);
            if (verdict.isValid()) {
                add(open, verdict);
            }
        }
        ahead.run();
    }

    /** Does the same for the verdicts of one shard. */
    void readAhead(RowStore.Part open, VerdictGroup group, int shard) {
        for (int i = 0; i < group.size(); i++) {
            DecodedVerdict verdict = group.get(i);
            if (verdict.isValid() && shardOf(verdict) == shard) {
                add(open, verdict);
            }
        }
        ahead.run();
    }

    private void add(RowStore.Part open, DecodedVerdict verdict) {
        Shard shard;
        try {
            shard = shard(open, verdict);
        } catch (StoreFullException e) {
            return; // thrown again when the verdict is applied
        }
        if (verdict.isWithdrawn()) {
            ahead.add(shard, verdict.place());
        } else {
            ahead.add(shard, verdict.place(), verdict.pathHash, verdict.attributesHash);
        }
    }

    /** Returns the number of the shard of a verdict that can be applied. */
    int shardOf(DecodedVerdict verdict) {
        if (verdict.shardNumber < 0) {
            verdict.shardNumber = rows.shardOf(verdict.place());
        }
        return verdict.shardNumber;
    }

    /** Returns the shard of a verdict, which is prepared for it. */
    private Shard shard(RowStore.Part open, DecodedVerdict verdict) {
        Shard known = verdict.shard;
        if (known != null) {
            return known;
        }
        Shard shard = open.shard(shardOf(verdict));
        if (!verdict.isWithdrawn()) {
            writer.prepare(verdict);
        }
        verdict.shard = shard;
        return shard;
    }

    /** Applies a verdict. Returns the change. */
    RouteChange apply(RowStore.Part open, DecodedVerdict verdict) {
        return verdict.isWithdrawn() ? withdraw(open, verdict) : announce(open, verdict);
    }

    /** Applies a verdict. */
    void load(RowStore.Part open, DecodedVerdict verdict) {
        if (verdict.isWithdrawn()) {
            withdraw(open, verdict);
        } else {
            put(open, verdict, sessions.get(verdict.key().session()));
        }
    }

    private boolean put(RowStore.Part open, DecodedVerdict verdict, SessionView session) {
        Shard shard = shard(open, verdict);
        verdict.shard = null;
        return writer.put(shard, session, verdict);
    }

    private RouteChange announce(RowStore.Part open, DecodedVerdict verdict) {
        RouteKey key = verdict.key();
        SessionView session = sessions.get(key.session());
        Shard shard = shard(open, verdict);
        Route before = put(open, verdict, session) ? before(verdict, session, shard) : null;
        Route after = RouteReader.read(key, session, verdict.keyBytes(), verdict.parts());
        return new RouteChange(key, session, before, after);
    }

    private RouteChange withdraw(RowStore.Part open, DecodedVerdict verdict) {
        RouteKey key = verdict.key();
        SessionView session = sessions.find(key.session());
        if (session == null) {
            // A withdrawal of an unknown route creates no session.
            return new RouteChange(key, SessionView.unknown(key.session()), null, null);
        }
        Place place = verdict.place();
        Shard shard = shard(open, verdict);
        verdict.shard = null;
        if (!shard.remove(place, session, (int) key.pathId())) {
            return new RouteChange(key, session, null, null);
        }
        sessions.removeIfEmpty(session);
        return new RouteChange(key, session, before(verdict, session, shard), null);
    }

    /** Makes the route that the last change of a shard replaced or removed. */
    private Route before(DecodedVerdict verdict, SessionView session, Shard shard) {
        return RouteReader.before(verdict.key(), session, shard, rows.dictionaries());
    }
}

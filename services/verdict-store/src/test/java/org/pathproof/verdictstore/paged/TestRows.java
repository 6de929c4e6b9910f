// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.row.PathBytes;
import org.pathproof.verdictstore.row.RowData;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/** A store with sessions whose rows are all shown. */
final class TestRows {
    final RowStore store;
    private final List<TestSession> sessions = new ArrayList<>();

    private static final class TestSession extends SessionSlots {
        TestSession(int number) {
            super(number, Words.mix(number), number);
            setLife(true, 0, Long.MAX_VALUE);
        }
    }

    TestRows(int shards, int sessionCount) {
        store = new RowStore(shards);
        for (int i = 0; i < sessionCount; i++) {
            sessions.add(store.sessions().add(TestSession::new));
        }
    }

    static Place place(int prefix) {
        return Place.of(Prefix.ipv4(prefix << 8, 24), AfiSafi.SAFI_UNICAST);
    }

    SessionSlots session(int number) {
        return sessions.get(number);
    }

    static int intern(Dictionary dictionary, byte[] bytes) {
        return dictionary.intern(Words.hash(bytes, 0, bytes.length), bytes, 0, bytes.length);
    }

    /** Puts a row whose path is one AS. The caller sets times, flags, attributes and digest. */
    void put(RowStore.Batch batch, RowData row, int prefix, int session, int asn) {
        byte[] path = new byte[PathBytes.HEAD + 4];
        PathBytes.putHead(path, 0, 0, 1);
        Words.putI32(path, PathBytes.HEAD, asn);
        row.slot = session(session).slot(1);
        row.path = intern(store.dictionaries().paths(), path);
        row.fields = Dictionary.NONE;
        batch.shard(place(prefix)).put(place(prefix), session(session), 0, row);
    }

    boolean remove(RowStore.Batch batch, int prefix, int session) {
        return batch.shard(place(prefix)).remove(place(prefix), session(session), 0);
    }
}

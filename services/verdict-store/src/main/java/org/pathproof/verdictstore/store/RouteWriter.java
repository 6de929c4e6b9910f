// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import org.pathproof.contracts.SessionId;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.paged.Dictionaries;
import org.pathproof.verdictstore.paged.PathBytes;
import org.pathproof.verdictstore.paged.Place;
import org.pathproof.verdictstore.paged.RowData;
import org.pathproof.verdictstore.paged.RowFlags;
import org.pathproof.verdictstore.paged.RowStore;
import org.pathproof.verdictstore.paged.SessionSlots;
import org.pathproof.verdictstore.paged.Shard;
import org.pathproof.verdictstore.paged.Upkeep;

/** Interns the parts of verdicts and makes rows of them. Not thread-safe. */
final class RouteWriter {
    private final Dictionaries dictionaries;
    private final Upkeep upkeep;
    private final RowData row = new RowData();

    RouteWriter(RowStore store) {
        this.dictionaries = store.dictionaries();
        this.upkeep = store.upkeep();
    }

    /**
     * Puts the row of a verdict.
     *
     * @param key key of the route, as encoded
     * @param prefix the beginning of the prefix's rows
     * @return true if a row was replaced
     */
    boolean put(Shard shard, byte[] key, Place prefix, SessionView session, int pathId, VerdictParts parts) {
        row.epoch = parts.epoch();
        row.slot = session.slot(row.epoch);
        if (row.slot == SessionSlots.OTHER) {
            upkeep.wantJoin();
        }
        row.flags = parts.flags() | derived(key, session, parts);
        row.digest = parts.digest();
        row.path = path(parts.path());
        row.attributes = intern(dictionaries.attributes(), parts.attributes());
        byte[] fields = parts.fieldBytes(row.slot != SessionSlots.OTHER);
        row.fields = fields.length == 0
                ? Dictionary.NONE
                : dictionaries.fields().intern(Words.hash(fields, 0, fields.length), fields, 0, fields.length);
        row.time = shard.stamps().encode(parts.receivedUs(), parts.validatedUs(), parts.serial());
        return shard.put(prefix, session, pathId, row);
    }

    /** Returns the further flag of a derived verdict, or makes its origin a further field. */
    static int derived(byte[] key, SessionView session, VerdictParts parts) {
        if ((parts.flags() & RowFlags.DERIVED) == 0) {
            return 0;
        }
        SessionId from = parts.derivedFrom(key);
        if (from != null && session.isDerivedFrom(from)) {
            return VerdictFlags.DERIVED_IN_SESSION;
        }
        parts.keepDerivedFrom();
        return 0;
    }

    private int path(PathWriter path) {
        FieldBuffer bytes = path.bytes();
        FieldBuffer keys = path.keyBytes();
        int firstHop = bytes.length() - keys.length() / PathWriter.KEY * PathBytes.HOP;
        for (int key = 0, hop = firstHop; key < keys.length(); key += PathWriter.KEY, hop += PathBytes.HOP) {
            long hash = Words.hash(keys.array(), key, PathWriter.KEY);
            Words.putI32(bytes.array(), hop, dictionaries.keys().intern(hash, keys.array(), key, PathWriter.KEY));
        }
        int id = intern(dictionaries.paths(), bytes);
        for (int hop = firstHop; hop < bytes.length() && keys.length() > 0; hop += PathBytes.HOP) {
            Words.putI32(bytes.array(), hop, 0);
        }
        return id;
    }

    private static int intern(Dictionary dictionary, FieldBuffer bytes) {
        long hash = Words.hash(bytes.array(), 0, bytes.length());
        return dictionary.intern(hash, bytes.array(), 0, bytes.length());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import org.pathproof.contracts.SessionId;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.paged.RowStore;
import org.pathproof.verdictstore.paged.SessionSlots;
import org.pathproof.verdictstore.paged.Shard;
import org.pathproof.verdictstore.paged.Upkeep;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.verdictstore.row.PathBytes;
import org.pathproof.verdictstore.row.RowData;
import org.pathproof.verdictstore.row.RowFlags;

/** Interns the parts of verdicts and makes rows of them. Not thread-safe. */
final class RouteWriter {
    private final Dictionaries dictionaries;
    private final Upkeep upkeep;
    private final RowData row = new RowData();

    RouteWriter(RowStore store) {
        this.dictionaries = store.dictionaries();
        this.upkeep = store.upkeep();
    }

    /** Hashes the path and the attributes of a verdict, and interns the keys of the path. In a batch only. */
    void prepare(DecodedVerdict verdict) {
        VerdictParts parts = verdict.parts();
        FieldBuffer path = parts.path().bytes();
        FieldBuffer keys = parts.path().keyBytes();
        for (int key = 0, hop = firstHop(path, keys);
                key < keys.length();
                key += PathWriter.KEY, hop += PathBytes.HOP) {
            long hash = Words.hash(keys.array(), key, PathWriter.KEY);
            Words.putI32(path.array(), hop, dictionaries.keys().intern(hash, keys.array(), key, PathWriter.KEY));
        }
        verdict.pathHash = hash(path);
        verdict.attributesHash = hash(parts.attributes());
    }

    private static int firstHop(FieldBuffer path, FieldBuffer keys) {
        return path.length() - keys.length() / PathWriter.KEY * PathBytes.HOP;
    }

    /**
     * Puts the row of a prepared verdict.
     *
     * @return true if a row was replaced
     */
    boolean put(Shard shard, SessionView session, DecodedVerdict verdict) {
        VerdictParts parts = verdict.parts();
        row.epoch = parts.epoch();
        row.slot = session.slot(row.epoch);
        if (row.slot == SessionSlots.OTHER) {
            upkeep.wantJoin();
        }
        row.flags = parts.flags() | derived(verdict.keyBytes(), session, parts);
        row.digest = parts.digest();
        row.path = path(verdict.pathHash, parts.path());
        row.attributes = intern(dictionaries.attributes(), verdict.attributesHash, parts.attributes());
        byte[] fields = parts.fieldBytes(row.slot != SessionSlots.OTHER);
        row.fields = fields.length == 0
                ? Dictionary.NONE
                : dictionaries.fields().intern(Words.hash(fields, 0, fields.length), fields, 0, fields.length);
        row.time = shard.stamps().encode(parts.receivedUs(), parts.validatedUs(), parts.serial());
        return shard.put(verdict.place(), session, (int) verdict.key().pathId(), row);
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

    /** Interns a path, and takes the numbers of the keys out of its bytes. */
    private int path(long hash, PathWriter path) {
        FieldBuffer bytes = path.bytes();
        FieldBuffer keys = path.keyBytes();
        int id = intern(dictionaries.paths(), hash, bytes);
        for (int hop = firstHop(bytes, keys); hop < bytes.length() && keys.length() > 0; hop += PathBytes.HOP) {
            Words.putI32(bytes.array(), hop, 0);
        }
        return id;
    }

    private static long hash(FieldBuffer bytes) {
        return Words.hash(bytes.array(), 0, bytes.length());
    }

    private static int intern(Dictionary dictionary, long hash, FieldBuffer bytes) {
        return dictionary.intern(hash, bytes.array(), 0, bytes.length());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.paged.Place;
import org.pathproof.verdictstore.paged.PrefixRows;
import org.pathproof.verdictstore.row.Dictionaries;
import org.pathproof.verdictstore.row.FieldBytes;
import org.pathproof.verdictstore.row.PathBytes;
import org.pathproof.verdictstore.row.RowData;
import org.pathproof.verdictstore.row.Stamps;

/**
 * Makes routes of rows while these can be read. The routes of one reader share the bytes of equal paths. Valid while
 * the rows are. Not thread-safe.
 */
final class RouteReader {
    /** Number of paths that are kept: a power of two. */
    private static final int PATHS = 32;

    private static final byte[] NONE = new byte[0];

    private final Dictionaries dictionaries;
    private final RowData row = new RowData();
    private final int[] pathIds = new int[PATHS];
    private final byte[][] paths = new byte[PATHS][];
    private final byte[][] keys = new byte[PATHS][];

    RouteReader(Dictionaries dictionaries) {
        this.dictionaries = dictionaries;
    }

    /** Makes the route of a row of a prefix. */
    Route read(PrefixRows rows, int i) {
        rows.read(i, row);
        return read(rows.place(), (SessionView) rows.session(i), rows.pathId(i), row, rows.stamps());
    }

    /**
     * Makes the route of a row.
     *
     * @param prefix the beginning of the prefix's rows
     * @param data the row with its epoch
     */
    Route read(Place prefix, SessionView session, long pathId, RowData data, Stamps stamps) {
        Dictionary fields = dictionaries.fields();
        ByteString further = null;
        long rules = 0;
        if (data.fields != Dictionary.NONE) {
            byte[] array = fields.array(data.fields);
            int from = fields.from(data.fields);
            rules = FieldBytes.findings(array, from).rules();
            further = UnsafeByteOperations.unsafeWrap(FieldBytes.fields(array, from, fields.length(data.fields)));
        }
        return new Route(
                prefix,
                session,
                pathId,
                path(data),
                new Route.Content(
                        data.flags,
                        rules,
                        data.epoch,
                        stamps.receivedUs(data.time),
                        stamps.validatedUs(data.time),
                        stamps.serial(data.time),
                        data.digest,
                        further));
    }

    /**
     * Makes the route of a verdict, with its exact times.
     *
     * @param prefix the beginning of the prefix's rows
     * @param key key of the route, as encoded
     */
    static Route read(Place prefix, SessionView session, long pathId, byte[] key, VerdictParts parts) {
        int flags = parts.flags() | RouteWriter.derived(key, session, parts);
        FieldBuffer fields = parts.fields();
        return new Route(
                prefix,
                session,
                pathId,
                parts.sharedPath(),
                new Route.Content(
                        flags,
                        parts.findings().rules(),
                        parts.epoch(),
                        parts.receivedUs(),
                        parts.validatedUs(),
                        parts.serial(),
                        parts.digest(),
                        fields.length() == 0 ? null : UnsafeByteOperations.unsafeWrap(fields.copy())));
    }

    private SharedPath path(RowData data) {
        int at = data.path & PATHS - 1;
        if (pathIds[at] != data.path) {
            pathIds[at] = data.path;
            paths[at] = dictionaries.paths().copy(data.path);
            keys[at] = takeKeys(paths[at]);
        }
        return new SharedPath(paths[at], keys[at], dictionaries.attributes().copy(data.attributes));
    }

    /** Returns the keys of a path, and replaces their numbers in it by 0, because numbers are not valid for long. */
    private byte[] takeKeys(byte[] path) {
        int hops = PathBytes.hops(path, 0);
        if (hops == 0) {
            return NONE;
        }
        byte[] taken = new byte[hops * PathWriter.KEY];
        int hop = PathBytes.firstHop(path, 0);
        for (int i = 0; i < hops; i++, hop += PathBytes.HOP) {
            int key = Words.i32(path, hop);
            System.arraycopy(
                    dictionaries.keys().array(key),
                    dictionaries.keys().from(key),
                    taken,
                    i * PathWriter.KEY,
                    PathWriter.KEY);
            Words.putI32(path, hop, 0);
        }
        return taken;
    }
}

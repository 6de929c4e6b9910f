// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.dictionary.Sequences;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.row.FieldBytes;
import org.pathproof.verdictstore.row.PathBytes;
import org.pathproof.verdictstore.row.RowContents;
import org.pathproof.verdictstore.row.RowData;
import org.pathproof.verdictstore.row.Stamps;
import org.pathproof.wire.Prefix;

/**
 * A route of a row: the numbers of the row, and the contents of the dictionaries when it was read. Everything else is
 * decoded when it is asked for, because most queries need little of most routes. Immutable.
 */
final class RowRoute extends Route {
    private static final byte[] NONE = new byte[0];

    private final RowContents contents;
    private final Stamps.Decoder times;
    private final int time;
    private final int attributes;
    private final int pathNumber;
    private final int fieldsNumber;
    /** Made when it is asked for; null before. */
    private @Nullable SharedPath path;

    /**
     * @param row the row with its epoch
     * @param contents everything that the numbers of the row name
     */
    RowRoute(
            Prefix prefix,
            int safi,
            SessionView session,
            int pathId,
            RowData row,
            RowContents contents,
            Stamps.Decoder times) {
        super(prefix, safi, session, pathId, row.flags, row.epoch, row.digest);
        this.contents = contents;
        this.times = times;
        this.time = row.time;
        this.attributes = row.attributes;
        this.pathNumber = row.path;
        this.fieldsNumber = row.fields;
    }

    @Override
    long ruleBits() {
        return fieldsNumber == Dictionary.NONE
                ? 0
                : FieldBytes.rules(
                        contents.fields().array(fieldsNumber), contents.fields().from(fieldsNumber));
    }

    @Override
    public long weight() {
        return new CopiedRoute(this).weight();
    }

    @Override
    public SharedPath path() {
        SharedPath known = path;
        if (known == null) {
            byte[] bytes = contents.paths().copy(pathNumber);
            byte[] keys = takeKeys(bytes, contents.keys());
            known = new SharedPath(bytes, keys, contents.attributes().copy(attributes));
            path = known;
        }
        return known;
    }

    /** Returns the keys of a path, and replaces their numbers in it by 0, because numbers are not valid for long. */
    private static byte[] takeKeys(byte[] path, Sequences keys) {
        int hops = PathBytes.hops(path, 0);
        if (hops == 0) {
            return NONE;
        }
        byte[] taken = new byte[hops * PathWriter.KEY];
        int hop = PathBytes.firstHop(path, 0);
        for (int i = 0; i < hops; i++, hop += PathBytes.HOP) {
            int key = Words.i32(path, hop);
            System.arraycopy(keys.array(key), keys.from(key), taken, i * PathWriter.KEY, PathWriter.KEY);
            Words.putI32(path, hop, 0);
        }
        return taken;
    }

    @Override
    public boolean passes(long asn) {
        Sequences paths = contents.paths();
        return PathBytes.passes(paths.array(pathNumber), paths.from(pathNumber), (int) asn);
    }

    @Override
    public boolean originatedBy(long asn) {
        Sequences paths = contents.paths();
        return PathBytes.isOriginatedBy(paths.array(pathNumber), paths.from(pathNumber), (int) asn);
    }

    @Override
    long receivedUs() {
        return times.receivedUs(time);
    }

    @Override
    long validatedUs() {
        return times.validatedUs(time);
    }

    @Override
    long serial() {
        return times.serial(time);
    }

    @Override
    @Nullable
    ByteString fields() {
        if (fieldsNumber == Dictionary.NONE) {
            return null;
        }
        Sequences fields = contents.fields();
        return UnsafeByteOperations.unsafeWrap(
                FieldBytes.fields(fields.array(fieldsNumber), fields.from(fieldsNumber), fields.length(fieldsNumber)));
    }
}

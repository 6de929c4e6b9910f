// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.row.PathBytes;
import org.pathproof.wire.Bytes;

/**
 * Writes the path of a verdict in the form of its dictionary ({@link PathBytes}), with 0 in the place of each key's
 * number. The keys stand beside it, 24 bytes each: AS number and SKI. Not thread-safe.
 */
final class PathWriter {
    /** Length of a router key in bytes: AS number (4, lowest byte first) and SKI. */
    static final int KEY = 24;

    /** The results of hops by their numbers. */
    static final List<String> RESULTS = Stream.concat(
                    Stream.of(""), Arrays.stream(HopResult.Result.values()).map(HopResult.Result::label))
            .toList();

    private static final int SKI_LENGTH = 20;
    private static final int MAX_ASES = 0xffff;
    private static final int MAX_HOPS = 0xff;
    private static final List<byte[]> ENCODED_RESULTS = RESULTS.stream()
            .map(label -> label.getBytes(StandardCharsets.US_ASCII))
            .toList();

    private static final int ASN = Hop.ASN_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int PCOUNT = Hop.PCOUNT_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int FLAGS = Hop.FLAGS_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int SKI = Hop.SKI_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int RESULT = Hop.RESULT_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private final FieldBuffer ases = new FieldBuffer();
    private final FieldBuffer hops = new FieldBuffer();
    private final FieldBuffer keys = new FieldBuffer();
    /** The hops as fields of the verdict. */
    private final FieldBuffer encodedHops = new FieldBuffer();

    private final FieldBuffer path = new FieldBuffer();
    private boolean hasOrigin;
    private boolean hasTarget;
    private int origin;
    private int target;
    private int hopCount;
    private boolean unusual;

    /** Returns the bytes of a router key. */
    static byte[] key(long asn, Bytes ski) {
        byte[] bytes = new byte[Integer.BYTES + ski.length()];
        Words.putI32(bytes, 0, (int) asn);
        ski.copyTo(bytes, Integer.BYTES);
        return bytes;
    }

    void clear() {
        ases.clear();
        hops.clear();
        keys.clear();
        encodedHops.clear();
        hasOrigin = false;
        hasTarget = false;
        hopCount = 0;
        unusual = false;
    }

    void setOrigin(int asn) {
        hasOrigin = true;
        origin = asn;
    }

    void setTarget(int asn) {
        hasTarget = true;
        target = asn;
    }

    void addAs(int asn) {
        ases.addI32(asn);
        if (ases.length() / Integer.BYTES > MAX_ASES) {
            throw new IllegalArgumentException(
                    "the value is not a verdict: its path has more than " + MAX_ASES + " ASes");
        }
    }

    /** Adds the ASes of a packed field. */
    void addAses(CodedInputStream in) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        while (!in.isAtEnd()) {
            addAs(in.readUInt32());
        }
        end(in, limit);
    }

    private static void end(CodedInputStream in, int limit) {
        if (in.getBytesUntilLimit() != 0) {
            throw new IllegalArgumentException("the value is not a verdict: it ends within a field");
        }
        in.popLimit(limit);
    }

    /**
     * Adds a hop.
     *
     * @param bytes the bytes of the stream
     * @param fieldStart index of the field that has the hop
     */
    void addHop(CodedInputStream in, byte[] bytes, int fieldStart) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        int asn = 0;
        int pcount = 0;
        int hopFlags = 0;
        int ski = -1;
        int result = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case ASN -> asn = in.readUInt32();
                case PCOUNT -> pcount = in.readUInt32();
                case FLAGS -> hopFlags = in.readUInt32();
                case SKI -> {
                    int from = EncodedVerdict.skipBytes(in);
                    ski = in.getTotalBytesRead() - from == SKI_LENGTH ? from : -1;
                }
                case RESULT -> result = result(bytes, EncodedVerdict.skipBytes(in), in.getTotalBytesRead());
                default -> {
                    in.skipField(tag);
                    unusual = true;
                }
            }
        }
        end(in, limit);
        encodedHops.add(bytes, fieldStart, in.getTotalBytesRead());
        hopCount++;
        unusual |= ski < 0 || result < 0 || (pcount | hopFlags) >>> Byte.SIZE != 0;
        if (!unusual) {
            hops.addI32(0);
            hops.addByte(pcount);
            hops.addByte(hopFlags);
            hops.addByte(result);
            keys.addI32(asn);
            keys.add(bytes, ski, ski + SKI_LENGTH);
        }
    }

    private static int result(byte[] bytes, int from, int to) {
        for (int i = 0; i < ENCODED_RESULTS.size(); i++) {
            byte[] label = ENCODED_RESULTS.get(i);
            if (Arrays.equals(bytes, from, to, label, 0, label.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Writes the path; throws IllegalArgumentException if a hop cannot be decoded. */
    void finish() {
        boolean encoded = unusual || hopCount > MAX_HOPS;
        if (encoded) {
            keys.clear();
            EncodedVerdict.parse(encodedHops.array(), encodedHops.length());
        }
        int count = ases.length() / Integer.BYTES;
        boolean originIsLast =
                hasOrigin && count > 0 && Words.i32(ases.array(), ases.length() - Integer.BYTES) == origin;
        path.clear();
        path.addZeros(PathBytes.HEAD);
        PathBytes.putHead(
                path.array(),
                (originIsLast ? PathBytes.ORIGIN_IS_LAST : hasOrigin ? PathBytes.ORIGIN : 0)
                        | (hasTarget ? PathBytes.TARGET : 0)
                        | (encoded ? PathBytes.ENCODED_HOPS : 0),
                encoded ? 0 : hopCount,
                count);
        if (hasOrigin && !originIsLast) {
            path.addI32(origin);
        }
        if (hasTarget) {
            path.addI32(target);
        }
        path.add(ases.array(), 0, ases.length());
        FieldBuffer written = encoded ? encodedHops : hops;
        path.add(written.array(), 0, written.length());
    }

    boolean hasHops() {
        return hopCount > 0;
    }

    /** Returns the path. A caller may write the numbers of keys into it. */
    FieldBuffer bytes() {
        return path;
    }

    /** Returns the keys of the hops in the short form, {@link #KEY} bytes each. */
    FieldBuffer keyBytes() {
        return keys;
    }

    byte[] copy() {
        return path.copy();
    }

    byte[] keys() {
        return keys.copy();
    }
}

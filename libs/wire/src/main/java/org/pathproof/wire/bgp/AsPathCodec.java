// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Decodes and encodes AS_PATH and the path segments of AS4_PATH (RFC 4271 section 4.3, RFC 6793 section 3). */
final class AsPathCodec {
    /** AS numbers from here are not assigned, up to the private ones (RFC 6996 section 5). */
    private static final long FIRST_UNASSIGNED = 1_000_000;

    private static final long FIRST_PRIVATE = 4_200_000_000L;

    private AsPathCodec() {}

    static Decoded<AsPath> read(int flags, Bytes value, BgpSessionOptions options) {
        return readSegments(value, options.fourOctetAs()).map(segments -> new AsPath(flags, segments));
    }

    static void write(AsPath attribute, ByteWriter out, BgpSessionOptions options) {
        writeSegments(attribute.segments(), out, options.fourOctetAs());
    }

    /** Reads all segments of the value. RFC 7606 section 7.2 defines the errors. */
    static Decoded<List<AsPath.Segment>> readSegments(Bytes value, boolean fourOctetAs) {
        int end = value.length();
        int asLength = fourOctetAs ? 4 : 2;
        List<AsPath.Segment> segments = new ArrayList<>(1);
        int at = 0;
        while (at < end) {
            if (end - at < 2) {
                return Malformed.damaged(
                        WireError.Code.TRUNCATED, "segment", at, "a single byte is left after the segments", value);
            }
            int type = value.u8(at);
            if (type < AsPath.AS_SET || type > AsPath.AS_CONFED_SET) {
                return Malformed.damaged(
                        WireError.Code.BAD_VALUE, "segment type", at, "segment type " + type + " is unknown", value);
            }
            int count = value.u8(at + 1);
            if (count == 0) {
                return Malformed.damaged(
                        WireError.Code.BAD_LENGTH, "segment length", at + 1, "the segment is empty", value);
            }
            int asAt = at + 2;
            if (count * asLength > end - asAt) {
                return Malformed.damaged(
                        WireError.Code.TRUNCATED,
                        "segment length",
                        at + 1,
                        count + " AS numbers need " + count * asLength + " bytes, " + (end - asAt) + " are left",
                        value);
            }
            Long[] asns = new Long[count];
            for (int i = 0; i < count; i++) {
                asns[i] = fourOctetAs ? value.u32(asAt + 4 * i) : (long) value.u16(asAt + 2 * i);
            }
            segments.add(new AsPath.Segment(type, List.of(asns)));
            at = asAt + count * asLength;
        }
        return Decoded.ok(List.copyOf(segments));
    }

    /** Returns true if segments of AS numbers of this size fill the value exactly. */
    static boolean fits(Bytes value, boolean fourOctetAs) {
        int end = value.length();
        int at = 0;
        while (at < end) {
            if (end - at < 2 || value.u8(at) < AsPath.AS_SET || value.u8(at) > AsPath.AS_CONFED_SET) {
                return false;
            }
            int count = value.u8(at + 1);
            at += 2 + count * (fourOctetAs ? 4 : 2);
            if (count == 0 || at > end) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the number of elements that paths seldom have: AS 0, AS_TRANS among AS numbers of four bytes, unassigned
     * AS numbers, and a sequence that continues in a second segment. The value must fit the size.
     */
    static int unusualElements(Bytes value, boolean fourOctetAs) {
        int unusual = 0;
        int previous = 0;
        for (AsPath.Segment segment : readSegments(value, fourOctetAs).orThrow()) {
            if (segment.type() == AsPath.AS_SEQUENCE && previous == AsPath.AS_SEQUENCE) {
                unusual++;
            }
            previous = segment.type();
            for (long asn : segment.asns()) {
                if (asn == 0
                        || fourOctetAs && asn == AsPath.AS_TRANS
                        || asn >= FIRST_UNASSIGNED && asn < FIRST_PRIVATE) {
                    unusual++;
                }
            }
        }
        return unusual;
    }

    static void writeSegments(List<AsPath.Segment> segments, ByteWriter out, boolean fourOctetAs) {
        for (AsPath.Segment segment : segments) {
            int count = segment.asns().size();
            if (count < 1 || count > 255) {
                throw new IllegalArgumentException("a segment of " + count + " AS numbers, must be 1 to 255");
            }
            out.u8(segment.type()).u8(count);
            for (long asn : segment.asns()) {
                writeAs(asn, out, fourOctetAs);
            }
        }
    }

    /**
     * Writes an AS number. A number that does not fit into two bytes is written as AS_TRANS (RFC 6793 section 4.2.2).
     */
    static void writeAs(long asn, ByteWriter out, boolean fourOctetAs) {
        if (fourOctetAs) {
            out.u32(asn);
        } else {
            out.u16(asn > 0xffff ? AsPath.AS_TRANS : (int) asn);
        }
    }
}

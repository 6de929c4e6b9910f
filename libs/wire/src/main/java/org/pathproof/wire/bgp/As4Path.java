// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** AS4_PATH (RFC 6793 section 3): the path with 4-octet AS numbers, on a session of 2-octet AS numbers. */
public record As4Path(int flags, List<AsPath.Segment> segments) implements PathAttribute {
    @Override
    public int typeCode() {
        return AS4_PATH;
    }

    /**
     * Reads the value; RFC 6793 section 6 defines the errors. Confederation segments are not an error, because {@link
     * AsPath#mergedWith} leaves them out.
     */
    static Decoded<As4Path> read(int flags, Bytes value, BgpSessionOptions options) {
        if (value.length() < 6) {
            return Malformed.damaged(
                    WireError.Code.BAD_LENGTH,
                    "value",
                    0,
                    "length is " + value.length() + ", at least 6 is needed",
                    value);
        }
        return AsPathCodec.readSegments(value, true).map(segments -> new As4Path(flags, segments));
    }

    static void write(As4Path attribute, ByteWriter out, BgpSessionOptions options) {
        AsPathCodec.writeSegments(attribute.segments, out, true);
    }
}

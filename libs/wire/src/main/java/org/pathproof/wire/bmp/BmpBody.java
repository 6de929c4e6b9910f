// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.WireError.Code;

/** A cursor over the body of one BMP message. Offsets are counted from the start of the common header. */
final class BmpBody {
    private final Bytes message;
    private final String name;
    private final ByteReader reader;

    /**
     * Creates a cursor after the common header.
     *
     * @param name the message type in errors, such as {@code peer_up}
     */
    BmpBody(Bytes message, String name) {
        this.message = message;
        this.name = name;
        reader = new ByteReader(message);
        reader.skip(BmpFramer.HEADER_LENGTH);
    }

    private BmpBody(Bytes message, String name, ByteReader reader) {
        this.message = message;
        this.name = name;
        this.reader = reader;
    }

    /**
     * Returns a cursor over a part of the message that has a length field. Offsets in its errors count from the start
     * of the part.
     */
    BmpBody within(Bytes part) {
        return new BmpBody(message, name, new ByteReader(part));
    }

    ByteReader reader() {
        return reader;
    }

    boolean has(int bytes) {
        return reader.has(bytes);
    }

    /** Reports that {@code field} needs more bytes than remain. */
    <T> Decoded<T> truncated(String field, long bytes) {
        return damaged(
                Code.TRUNCATED,
                field,
                reader.position(),
                "the " + field + " needs " + bytes + " bytes and " + reader.remaining() + " are left");
    }

    <T> Decoded<T> damaged(Code code, String field, int offset, String what) {
        return Decoded.damaged(new WireError(code, name + " / " + field, offset, name + ": " + what), message);
    }

    /**
     * Reads the TLVs that fill the rest of the message (RFC 7854 section 4.4). Type and length of a TLV have two bytes
     * each.
     */
    Decoded<List<Tlv>> tlvs() {
        List<Tlv> tlvs = new ArrayList<>();
        while (reader.remaining() > 0) {
            if (!has(4)) {
                return truncated("TLV header", 4);
            }
            int type = reader.u16();
            int length = reader.u16();
            if (!has(length)) {
                return truncated("value of TLV " + type, length);
            }
            tlvs.add(new Tlv(type, reader.take(length)));
        }
        return Decoded.ok(List.copyOf(tlvs));
    }
}

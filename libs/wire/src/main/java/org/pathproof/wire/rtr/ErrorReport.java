// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.WireError;

/**
 * Error Report (RFC 8210 section 5.11).
 *
 * @param code the IANA error code, see {@link RtrError}
 * @param erroneous the PDU that caused the error, possibly truncated; empty for none
 * @param text for an operator, cleaned and bounded on receipt; empty for none
 */
public record ErrorReport(int version, int code, Bytes erroneous, String text) implements RtrPdu {
    static final int TYPE = 10;
    static final int SHORTEST = 16;

    static Decoded<RtrPdu> decode(Bytes pdu) {
        long erroneous = pdu.u32(8);
        if (erroneous > pdu.length() - SHORTEST) {
            return Malformed.damaged(
                    pdu,
                    WireError.Code.BAD_LENGTH,
                    "Length of Encapsulated PDU",
                    8,
                    erroneous + " bytes of encapsulated PDU in " + pdu.length() + " bytes");
        }
        int textAt = 12 + (int) erroneous;
        long text = pdu.u32(textAt);
        if (text != pdu.length() - textAt - 4) {
            return Malformed.damaged(
                    pdu,
                    WireError.Code.BAD_LENGTH,
                    "Length of Error Text",
                    textAt,
                    text + " bytes of text, but only " + (pdu.length() - textAt - 4) + " are left");
        }
        String message = NetworkText.description(pdu.from(textAt + 4));
        return Decoded.ok(
                new ErrorReport(pdu.u8(0), pdu.u16(2), pdu.slice(12, textAt).compact(), message));
    }

    void encode(ByteWriter to) {
        byte[] bytes = text.getBytes(UTF_8);
        PduHeader.write(to, this, code, SHORTEST + erroneous.length() + bytes.length)
                .u32(erroneous.length())
                .bytes(erroneous)
                .u32(bytes.length)
                .bytes(bytes);
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public String typeName() {
        return "error_report";
    }
}

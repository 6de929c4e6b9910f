// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * A PDU whose type is not defined in its version, kept as received.
 *
 * @param field the 16 bits between type and length
 * @param body the bytes after the header
 */
public record UnknownPdu(int version, int type, int field, Bytes body) implements RtrPdu {
    static UnknownPdu decode(Bytes pdu) {
        return new UnknownPdu(
                pdu.u8(0),
                pdu.u8(1),
                pdu.u16(2),
                pdu.from(RtrFramer.HEADER_LENGTH).compact());
    }

    void encode(ByteWriter to) {
        PduHeader.write(to, this, field, RtrFramer.HEADER_LENGTH + body.length())
                .bytes(body);
    }

    @Override
    public String typeName() {
        return "unknown";
    }
}

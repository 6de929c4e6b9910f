// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * Serial Query (RFC 8210 section 5.3): the router requests the changes since a serial.
 *
 * @param sessionId 0 to 65535
 * @param serial unsigned 32 bits
 */
public record SerialQuery(int version, int sessionId, long serial) implements RtrPdu {
    static final int TYPE = 1;
    static final int LENGTH = 12;

    static SerialQuery decode(Bytes pdu) {
        return new SerialQuery(pdu.u8(0), pdu.u16(2), pdu.u32(8));
    }

    void encode(ByteWriter to) {
        PduHeader.write(to, this, sessionId, LENGTH).u32(serial);
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public String typeName() {
        return "serial_query";
    }
}

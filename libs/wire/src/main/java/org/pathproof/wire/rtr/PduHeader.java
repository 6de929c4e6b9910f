// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.ByteWriter;

/** Encodes the header that every PDU starts with (RFC 8210 section 5.1). */
final class PduHeader {
    private PduHeader() {}

    /**
     * Appends the header and returns {@code to}.
     *
     * @param field the 16 bits between type and length: session ID, error code, flags, or 0
     * @param length of the whole PDU in bytes
     */
    static ByteWriter write(ByteWriter to, RtrPdu pdu, int field, int length) {
        return to.u8(pdu.version()).u8(pdu.type()).u16(field).u32(length);
    }
}

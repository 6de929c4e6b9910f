// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/** Reset Query (RFC 8210 section 5.4): the router requests the complete set. */
public record ResetQuery(int version) implements RtrPdu {
    static final int TYPE = 2;
    static final int LENGTH = 8;

    static ResetQuery decode(Bytes pdu) {
        return new ResetQuery(pdu.u8(0));
    }

    void encode(ByteWriter to) {
        PduHeader.write(to, this, 0, LENGTH);
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public String typeName() {
        return "reset_query";
    }
}

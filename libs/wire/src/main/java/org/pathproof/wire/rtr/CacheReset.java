// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/** Cache Reset (RFC 8210 section 5.9): the cache has no delta since the requested serial. */
public record CacheReset(int version) implements RtrPdu {
    static final int TYPE = 8;
    static final int LENGTH = 8;

    static CacheReset decode(Bytes pdu) {
        return new CacheReset(pdu.u8(0));
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
        return "cache_reset";
    }
}

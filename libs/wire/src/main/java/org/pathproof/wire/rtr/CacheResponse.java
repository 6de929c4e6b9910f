// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * Cache Response (RFC 8210 section 5.5): starts the response to a query. {@link EndOfData} ends the response.
 *
 * @param sessionId 0 to 65535
 */
public record CacheResponse(int version, int sessionId) implements RtrPdu {
    static final int TYPE = 3;
    static final int LENGTH = 8;

    static CacheResponse decode(Bytes pdu) {
        return new CacheResponse(pdu.u8(0), pdu.u16(2));
    }

    void encode(ByteWriter to) {
        PduHeader.write(to, this, sessionId, LENGTH);
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public String typeName() {
        return "cache_response";
    }
}

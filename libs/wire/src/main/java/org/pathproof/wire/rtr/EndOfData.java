// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.jspecify.annotations.Nullable;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/**
 * End of Data (RFC 8210 section 5.8; RFC 6810 section 5.8 for version 0): the response to a query is complete.
 *
 * @param sessionId 0 to 65535
 * @param serial unsigned 32 bits
 * @param intervals the cache's intervals; null in version 0 only
 */
public record EndOfData(
        int version, int sessionId, long serial, @Nullable Intervals intervals) implements RtrPdu {
    static final int TYPE = 7;
    static final int LENGTH_V0 = 12;
    static final int LENGTH = 24;

    /**
     * Refresh, Retry and Expire Interval (RFC 8210 section 6) in seconds. The values are unsigned 32-bit numbers as
     * received; their ranges are not checked.
     */
    public record Intervals(long refresh, long retry, long expire) {}

    static Decoded<RtrPdu> decode(Bytes pdu) {
        int version = pdu.u8(0);
        int expected = version == 0 ? LENGTH_V0 : LENGTH;
        if (pdu.length() != expected) {
            return Malformed.badLength(pdu, "End of Data", expected);
        }
        Intervals intervals = version == 0 ? null : new Intervals(pdu.u32(12), pdu.u32(16), pdu.u32(20));
        return Decoded.ok(new EndOfData(version, pdu.u16(2), pdu.u32(8), intervals));
    }

    void encode(ByteWriter to) {
        if (intervals == null) {
            PduHeader.write(to, this, sessionId, LENGTH_V0).u32(serial);
        } else {
            PduHeader.write(to, this, sessionId, LENGTH)
                    .u32(serial)
                    .u32(intervals.refresh())
                    .u32(intervals.retry())
                    .u32(intervals.expire());
        }
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public String typeName() {
        return "end_of_data";
    }
}

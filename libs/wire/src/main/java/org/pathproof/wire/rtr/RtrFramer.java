// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Finds where RTR PDUs begin and end in a byte stream (RFC 8210 section 5.1, "Length"). */
public final class RtrFramer {
    /** Bytes of the header: version, type, a field of 16 bits, length. */
    public static final int HEADER_LENGTH = 8;

    /** Room for an ASPA with the most providers that its profile allows (16,380), inside an Error Report. */
    public static final int DEFAULT_MAX_LENGTH = 1 << 17;

    private RtrFramer() {}

    /**
     * The length of the PDU that starts with these bytes: 0 while fewer than {@link #HEADER_LENGTH} are there; damaged when it is below
     * the header's or above {@code maxLength}.
     */
    public static Decoded<Integer> messageLength(Bytes start, int maxLength) {
        if (start.length() < HEADER_LENGTH) {
            return Decoded.ok(0);
        }
        long length = start.u32(4);
        if (length < HEADER_LENGTH || length > maxLength) {
            return Decoded.damaged(
                    new WireError(
                            WireError.Code.BAD_LENGTH,
                            "PDU / Length",
                            4,
                            "length " + length + " is not in " + HEADER_LENGTH + ".." + maxLength),
                    start.slice(0, HEADER_LENGTH));
        }
        return Decoded.ok((int) length);
    }
}

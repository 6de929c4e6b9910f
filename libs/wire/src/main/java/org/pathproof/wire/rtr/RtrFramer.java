// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Finds PDU boundaries in a byte stream (RFC 8210 section 5.1, "Length"). */
public final class RtrFramer {
    /** Length of the header in bytes: version, type, a field of 16 bits, length. */
    public static final int HEADER_LENGTH = 8;

    /**
     * Maximum length of a PDU in bytes. An Error Report that contains an ASPA with the maximum of 16,380 providers
     * fits.
     */
    public static final int DEFAULT_MAX_LENGTH = 1 << 17;

    private RtrFramer() {}

    /**
     * Returns the length of the PDU that starts with these bytes, or 0 while fewer than {@link #HEADER_LENGTH} are
     * known. The result is damaged when the length is shorter than the header or longer than {@code maxLength}.
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

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.WireError.Code;

/** Finds message boundaries in a byte stream (RFC 7854 section 4.1). */
public final class BmpFramer {
    /** Length of the common header in bytes: version, message length, message type. */
    public static final int HEADER_LENGTH = 6;
    /** Version 3 (RFC 7854 section 4.1). */
    public static final int VERSION_3 = 3;
    /** Version 4 (draft-ietf-grow-bmp-tlv): every message can carry TLVs. */
    public static final int VERSION_4 = 4;

    private BmpFramer() {}

    /**
     * Returns the length of the message that starts with these bytes, or 0 while fewer than {@link #HEADER_LENGTH} are
     * known. The result is damaged when the version is neither 3 nor 4, or when the length is shorter than the header
     * or longer than {@code maxLength}. A wrong version is reported after the first byte.
     */
    public static Decoded<Integer> messageLength(Bytes start, int maxLength) {
        if (!start.isEmpty() && start.u8(0) != VERSION_3 && start.u8(0) != VERSION_4) {
            return damaged(Code.BAD_MARKER, "version", 0, "version " + start.u8(0) + " is neither 3 nor 4", start);
        }
        if (start.length() < HEADER_LENGTH) {
            return Decoded.ok(0);
        }
        long length = start.u32(1);
        if (length < HEADER_LENGTH) {
            return damaged(
                    Code.BAD_LENGTH,
                    "message length",
                    1,
                    "message length " + length + " is shorter than the header of " + HEADER_LENGTH + " bytes",
                    start);
        }
        if (length > maxLength) {
            return damaged(
                    Code.BAD_LENGTH,
                    "message length",
                    1,
                    "message length " + length + " is above the limit of " + maxLength + " bytes",
                    start);
        }
        return Decoded.ok((int) length);
    }

    private static Decoded<Integer> damaged(Code code, String field, int offset, String what, Bytes start) {
        Bytes header = start.slice(0, Math.min(start.length(), HEADER_LENGTH));
        return Decoded.damaged(
                new WireError(code, "common header / " + field, offset, "BMP common header: " + what), header);
    }
}

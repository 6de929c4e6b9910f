// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** Finds where BMP messages begin and end in a byte stream. */
public final class BmpFramer {
    /** Octets of the common header: version, length, type. */
    public static final int HEADER_LENGTH = 6;

    private BmpFramer() {}

    /**
     * The length of the message that starts with these octets: 0 while fewer than {@link #HEADER_LENGTH} are there; damaged
     * when the version is neither 3 nor 4 or the length is below the header's or above {@code maxLength}.
     */
    public static Decoded<Integer> messageLength(Bytes start, int maxLength) {
        throw new UnsupportedOperationException("being written: " + start + maxLength);
    }
}

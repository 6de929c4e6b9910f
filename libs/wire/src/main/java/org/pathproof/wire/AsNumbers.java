// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import java.util.OptionalLong;

/** AS numbers as users write them: {@code 64500} or {@code AS64500} (asplain, RFC 5396 section 2). */
public final class AsNumbers {
    /** Highest AS number (RFC 6793). */
    public static final long MAX = 0xffff_ffffL;

    private AsNumbers() {}

    /** Returns the AS number, or empty for other text. The letters "AS" may stand before the digits, in any case. */
    public static OptionalLong find(String text) {
        return DecimalText.parse(text.regionMatches(true, 0, "AS", 0, 2) ? text.substring(2) : text, MAX);
    }

    /**
     * Parses an AS number, with or without "AS".
     *
     * @throws InvalidTextException for other text
     */
    public static long parse(String text) {
        return find(text)
                .orElseThrow(() -> new InvalidTextException(
                        text, "is not an AS number (0..4294967295, with or without AS, no leading zeros)"));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import java.util.OptionalLong;

/**
 * Parses whole numbers of texts exactly: ASCII digits only, without sign, leading zeros and white space. The parsers of
 * the JDK accept signs, leading zeros and the digits of all scripts.
 */
public final class DecimalText {
    /** Number of digits that a long holds in any case. */
    private static final int MAX_DIGITS = 18;

    private DecimalText() {}

    /** Returns the number, or empty for text of another form and for a number above {@code max}. */
    public static OptionalLong parse(String text, long max) {
        int digits = text.length();
        if (digits < 1 || digits > MAX_DIGITS || digits > 1 && text.charAt(0) == '0') {
            return OptionalLong.empty();
        }
        long number = 0;
        for (int i = 0; i < digits; i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9') {
                return OptionalLong.empty();
            }
            number = 10 * number + (digit - '0');
        }
        return number <= max ? OptionalLong.of(number) : OptionalLong.empty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;

/**
 * Hexadecimal text with white space, colons, a prefix {@code 0x}, and comments from {@code #} to the end of the line.
 */
final class HexText {
    private static final Pattern NOT_DIGITS = Pattern.compile("#[^\n]*|\\b0[xX]|[\\s:]+");

    private static final byte[] VALUES = values();

    private HexText() {}

    /** Parses the text; empty unless it has an even number of digits, at least two. */
    static Optional<Bytes> parse(String text) {
        byte[] bytes = ofDigits(text);
        if (bytes == null) {
            bytes = ofDigits(NOT_DIGITS.matcher(text).replaceAll(""));
        }
        return bytes == null || bytes.length == 0 ? Optional.empty() : Optional.of(Bytes.wrap(bytes));
    }

    /** Parses an even number of digits in one pass; null for other text. */
    private static byte @Nullable [] ofDigits(String text) {
        int digits = text.length();
        if (digits % 2 != 0) {
            return null;
        }
        byte[] bytes = new byte[digits / 2];
        for (int i = 0; i < digits; i += 2) {
            int value = value(text.charAt(i)) << 4 | value(text.charAt(i + 1));
            if (value < 0) {
                return null;
            }
            bytes[i / 2] = (byte) value;
        }
        return bytes;
    }

    /** Returns the value of a digit; negative for other characters, also when shifted by four. */
    private static int value(char digit) {
        return digit < VALUES.length ? VALUES[digit] : -1;
    }

    private static byte[] values() {
        byte[] values = new byte['f' + 1];
        for (char c = 0; c < values.length; c++) {
            values[c] = HexFormat.isHexDigit(c) ? (byte) HexFormat.fromHexDigit(c) : -1;
        }
        return values;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import org.pathproof.wire.Bytes;

/** Hexadecimal text as people paste it: white space, colons, {@code 0x} in front, comments from {@code #} to the end of the line. */
final class HexText {
    private static final Pattern NOT_DIGITS = Pattern.compile("#[^\n]*|\\b0[xX]|[\\s:]+");

    private HexText() {}

    /** The octets; empty when the text is not an even number of digits, at least two. */
    static Optional<Bytes> parse(String text) {
        String digits = isPlain(text) ? text : NOT_DIGITS.matcher(text).replaceAll("");
        return !digits.isEmpty() && digits.length() % 2 == 0 && isPlain(digits)
                ? Optional.of(Bytes.wrap(HexFormat.of().parseHex(digits)))
                : Optional.empty();
    }

    /** Whether there are only digits. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!HexFormat.isHexDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}

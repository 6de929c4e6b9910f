// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Makes text from the network safe to store, log and display: the result is short and every character is visible. Each
 * text passes through this class once, where its bytes become a string.
 *
 * <p>Bytes are decoded as UTF-8; invalid bytes become U+FFFD. Text that is too long ends in "…". These characters are
 * escaped as a backslash, {@code u} and hexadecimal digits:
 *
 * <ul>
 *   <li>control characters: line ends, NUL, terminal escapes
 *   <li>format characters: bidirectional controls, zero-width characters, language tags
 *   <li>line and paragraph separators
 *   <li>unpaired surrogates, private-use characters and unassigned code points
 * </ul>
 *
 * <p>Cleaning is idempotent, so a reader that does not trust the writer can clean the text again.
 */
public final class NetworkText {
    /**
     * Longest name in characters. The value equals the limit of a host name and of SNMP's sysName (RFC 3418 section 2).
     */
    public static final int MAX_NAME = 255;
    /** Longest description, message or reason in characters. */
    public static final int MAX_DESCRIPTION = 1024;

    private static final String CUT = "…";
    /** Largest number of UTF-8 bytes for one character. */
    private static final int MAX_BYTES = 4;

    private NetworkText() {}

    /** Decodes and cleans a name. */
    public static String name(Bytes utf8) {
        return clean(decode(utf8, MAX_NAME), MAX_NAME);
    }

    /** Cleans a name that another program has decoded. */
    public static String name(String text) {
        return clean(text, MAX_NAME);
    }

    /** Decodes and cleans a description, message or reason. */
    public static String description(Bytes utf8) {
        return clean(decode(utf8, MAX_DESCRIPTION), MAX_DESCRIPTION);
    }

    /** Cleans a description, message or reason that another program has decoded. */
    public static String description(String text) {
        return clean(text, MAX_DESCRIPTION);
    }

    /** Decodes one character more than {@code max}, so that {@link #clean} detects a text that is too long. */
    private static String decode(Bytes utf8, int max) {
        Bytes shown = utf8.slice(0, Math.min(utf8.length(), MAX_BYTES * (max + 1)));
        return new String(shown.toArray(), StandardCharsets.UTF_8);
    }

    /** Returns the text in at most {@code max} characters, all of them visible. */
    public static String clean(String text, int max) {
        if (text.length() <= max && isPlain(text)) {
            return text;
        }
        StringBuilder clean = new StringBuilder(Math.min(text.length(), max) + 8);
        int fits = 0; // length that leaves room for the mark of a cut
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            append(clean, character);
            if (clean.length() > max) {
                clean.setLength(fits);
                return clean.append(CUT).toString();
            }
            if (clean.length() <= max - CUT.length()) {
                fits = clean.length();
            }
            at += Character.charCount(character);
        }
        return clean.toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    private static void append(StringBuilder clean, int character) {
        if (!isUnseen(character)) {
            clean.appendCodePoint(character);
        } else if (character <= 0xffff) {
            clean.append(String.format(Locale.ROOT, "\\u%04x", character));
        } else {
            clean.append(String.format(Locale.ROOT, "\\u{%x}", character));
        }
    }

    private static boolean isUnseen(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }
}

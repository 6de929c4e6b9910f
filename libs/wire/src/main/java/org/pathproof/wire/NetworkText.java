// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Makes text that came from the network safe to keep, log, label and show: bounded, and without characters that act instead of being
 * seen. Text that enters goes through here once, at the place where its bytes become a string.
 *
 * <p>Bytes are read as UTF-8, and bytes that are none become U+FFFD. Escaped as a backslash, {@code u} and hexadecimal digits are: control
 * characters (line ends, NUL, terminal escapes), format characters (bidirectional controls, zero-width characters, language tags), line and
 * paragraph separators, unpaired surrogates, private characters and code points without a character. Text that is too long ends in "…".
 *
 * <p>Cleaning text again changes nothing, so a reader that does not trust the writer cleans it once more.
 */
public final class NetworkText {
    /** Longest name, such as a sysName: that of a host name and of SNMP's sysName (RFC 3418 section 2). */
    public static final int MAX_NAME = 255;
    /** Longest description, message or reason. */
    public static final int MAX_DESCRIPTION = 1024;

    private static final String CUT = "…";
    /** Bytes of UTF-8 for one character of a string, at most. */
    private static final int MAX_BYTES = 4;

    private NetworkText() {}

    /** A name, as its bytes came. */
    public static String name(Bytes utf8) {
        return clean(decode(utf8, MAX_NAME), MAX_NAME);
    }

    /** A name that another program made a string of. */
    public static String name(String text) {
        return clean(text, MAX_NAME);
    }

    /** A description, message or reason, as its bytes came. */
    public static String description(Bytes utf8) {
        return clean(decode(utf8, MAX_DESCRIPTION), MAX_DESCRIPTION);
    }

    /** A description, message or reason that another program made a string of. */
    public static String description(String text) {
        return clean(text, MAX_DESCRIPTION);
    }

    /** Decodes as much as can be shown, and a character more, which tells that there is more. */
    private static String decode(Bytes utf8, int max) {
        Bytes shown = utf8.slice(0, Math.min(utf8.length(), MAX_BYTES * (max + 1)));
        return new String(shown.toArray(), StandardCharsets.UTF_8);
    }

    /** The text in at most {@code max} characters, all of which can be seen. */
    public static String clean(String text, int max) {
        if (text.length() <= max && isPlain(text)) {
            return text;
        }
        StringBuilder clean = new StringBuilder(Math.min(text.length(), max) + 8);
        int fits = 0; // as much as leaves room for the mark of a cut
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

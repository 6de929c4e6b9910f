// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.util.List;
import java.util.Locale;

/**
 * A name of a router, such as {@code r1.example.net}, or {@code *.example.net} for any one label in place of the
 * asterisk (RFC 9525 section 6.3).
 */
public record NamePattern(String text) {
    /** Throws IllegalArgumentException when the text is empty, or has an asterisk in another place. */
    public NamePattern {
        text = text.strip().toLowerCase(Locale.ROOT);
        if (text.isEmpty() || text.lastIndexOf('*') > 0 || text.startsWith("*") && !text.startsWith("*.")) {
            throw new IllegalArgumentException(
                    "a certificate name has the form r1.example.net or *.example.net, not \"" + text + "\"");
        }
    }

    /** Parses a list of patterns; throws as the constructor does. */
    public static List<NamePattern> all(List<String> texts) {
        return texts.stream().map(NamePattern::new).toList();
    }

    /** Returns true for a name with this form, in any case. */
    public boolean matches(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!text.startsWith("*.")) {
            return text.equals(lower);
        }
        int dot = lower.indexOf('.');
        return dot > 0 && lower.substring(dot).equals(text.substring(1));
    }

    @Override
    public String toString() {
        return text;
    }
}

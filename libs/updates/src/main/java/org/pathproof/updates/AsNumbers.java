// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** AS numbers as users write them: {@code 64500} or {@code AS64500}. */
public final class AsNumbers {
    /** Highest AS number (RFC 6793). */
    public static final long MAX = 0xffff_ffffL;

    private static final Pattern FORM = Pattern.compile("(?:[aA][sS])?(\\d{1,10})");

    private AsNumbers() {}

    /** Parses an AS number; empty for other text. */
    public static OptionalLong parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        long asn = Long.parseLong(matcher.group(1));
        return asn <= MAX ? OptionalLong.of(asn) : OptionalLong.empty();
    }
}

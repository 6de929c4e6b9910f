// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.util.OptionalLong;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** AS numbers as users write them: {@code 64500} or {@code AS64500}. */
final class AsNumber implements ITypeConverter<Long> {
    static final long MAX = 0xffff_ffffL;

    private static final Pattern FORM = Pattern.compile("(?:[aA][sS])?(\\d{1,10})");

    @Override
    public Long convert(String text) {
        OptionalLong asn = parse(text);
        if (asn.isEmpty()) {
            throw new TypeConversionException("'" + text + "' is not an AS number (0 to " + MAX + ")");
        }
        return asn.getAsLong();
    }

    /** Parses an AS number; empty for other text. */
    static OptionalLong parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        long asn = Long.parseLong(matcher.group(1));
        return asn <= MAX ? OptionalLong.of(asn) : OptionalLong.empty();
    }
}

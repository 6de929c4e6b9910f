// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts options that are durations such as {@code 90s}, {@code 30m}, {@code 6h} and {@code 7d}. */
final class Span implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,8})([smhd])");

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is not a duration: use a form like 90s, 30m, 6h or 7d");
        }
        long number = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}

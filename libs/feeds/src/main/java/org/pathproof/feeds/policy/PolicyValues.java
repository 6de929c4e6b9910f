// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.DecimalText;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.Prefix;

/** Parsers for single values of a policy document. */
final class PolicyValues {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final Pattern ROUTER_NAME = Pattern.compile("[!-~]{1,255}");
    /** Text that is parsed as an address or a prefix. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+(/.*)?|.*:.*|.*/.*");

    private PolicyValues() {}

    static @Nullable Long number(YamlEntry entry, String field, long min, long max, long fallback) {
        return entry.has(field)
                ? entry.parsed(field, "a number from " + min + " to " + max, text -> number(text, min, max))
                : Long.valueOf(fallback);
    }

    static @Nullable Boolean flag(YamlEntry entry, String field, boolean fallback) {
        return entry.has(field) ? entry.parsed(field, "true or false", PolicyValues::flag) : Boolean.valueOf(fallback);
    }

    static @Nullable Duration duration(YamlEntry entry, String field, Duration min, Duration max, Duration fallback) {
        return entry.has(field)
                ? entry.parsed(
                        field,
                        "a time from " + text(min) + " to " + text(max) + ", such as 10s, 15m or 1h",
                        text -> duration(text, min, max))
                : fallback;
    }

    static @Nullable String name(String text) {
        return NAME.matcher(text).matches() ? text : null;
    }

    /** Returns the text if it has 1 to 1,024 characters and all of them are visible, else null. */
    static @Nullable String sentence(String text) {
        return !text.isBlank() && NetworkText.description(text).equals(text) ? text : null;
    }

    static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * Returns the four bytes of an identifier in dotted form. Returns null for 0.0.0.0 and IPv6. Throws
     * IllegalArgumentException for other text.
     */
    static @Nullable Bytes identifier(String text) {
        Bytes address = IpAddress.parse(text);
        return address.length() != Integer.BYTES || address.u32(0) == 0 ? null : address;
    }

    static @Nullable RouterPattern router(String text) {
        if (ADDRESS.matcher(text).matches()) {
            return new RouterPattern.ByAddress(Prefix.parse(text));
        }
        return ROUTER_NAME.matcher(text).matches() ? new RouterPattern.ByName(text) : null;
    }

    static @Nullable Long number(String text, long min, long max) {
        long number = DecimalText.parse(text, max).orElse(-1);
        return number < min ? null : Long.valueOf(number);
    }

    /** Returns a duration in the largest of the units hour, minute, second and millisecond that divides it. */
    static String text(Duration duration) {
        long ms = duration.toMillis();
        if (ms % 1_000 != 0) {
            return ms + "ms";
        }
        if (ms % 60_000 != 0) {
            return ms / 1_000 + "s";
        }
        return ms % 3_600_000 != 0 ? ms / 60_000 + "m" : ms / 3_600_000 + "h";
    }

    private static @Nullable Boolean flag(String text) {
        return switch (text) {
            case "true", "on", "yes" -> Boolean.TRUE;
            case "false", "off", "no" -> Boolean.FALSE;
            default -> null;
        };
    }

    private static @Nullable Duration duration(String text, Duration min, Duration max) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        long count = Long.parseLong(matcher.group(1));
        Duration duration = switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
        return duration.compareTo(min) < 0 || duration.compareTo(max) > 0 ? null : duration;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.web;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.questions.Filter;
import org.pathproof.history.questions.Labels;
import org.pathproof.history.questions.Period;
import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.DecimalText;
import org.pathproof.wire.InvalidTextException;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.Prefix;

/**
 * The query parameters of a request. As in the policy API, unknown and repeated parameters are errors, because ignoring
 * a misspelt filter would give a wrong answer.
 */
final class RequestParameters {
    /** Parameters of a period. */
    static final List<String> PERIOD = List.of("from", "to", "window");

    /** Parameters that select sessions. */
    static final List<String> SESSIONS = List.of("router", "peer");

    /** Parameters that select routes. */
    static final List<String> ROUTES =
            List.of("router", "peer", "asn", "origin_as", "rule", "state", "origin", "aspa", "path");

    /** Parameters that select changes, beside those of routes. */
    static final List<String> CHANGES = List.of("was_state", "kind", "cause");

    private static final Duration DEFAULT_WINDOW = Duration.ofDays(1);
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})([smhd])");
    private static final Pattern RULE = Pattern.compile("[a-z0-9-]{1,64}");
    private static final int MAX_PATH = 64;
    private static final long MIN_YEAR_US = 0;
    private static final long MAX_US = Instant.parse("9999-01-01T00:00:00Z").getEpochSecond() * 1_000_000;

    private final Map<String, String[]> values;
    private final Clock clock;

    /** Reads the parameters; throws BadParameterException if one is not among the names. */
    RequestParameters(HttpServletRequest request, Clock clock, List<List<String>> names) {
        this.values = request.getParameterMap();
        this.clock = clock;
        Set<String> known = new TreeSet<>(Set.of("limit", "format"));
        names.forEach(known::addAll);
        values.forEach((name, texts) -> {
            if (!known.contains(name)) {
                throw new BadParameterException("unknown parameter '" + NetworkText.name(name)
                        + "'; parameters of this operation: " + String.join(", ", known));
            }
            if (texts.length > 1) {
                throw new BadParameterException(
                        "parameter " + name + " is given " + texts.length + " times; it has one value");
            }
        });
    }

    @Nullable
    String text(String name) {
        String[] texts = values.get(name);
        return texts == null || texts[0].isBlank() ? null : texts[0].strip();
    }

    private <T> @Nullable T read(String name, Function<String, T> parser) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        try {
            return parser.apply(text);
        } catch (InvalidTextException e) {
            throw BadParameterException.of(name, text, e.reason());
        } catch (IllegalArgumentException e) {
            throw BadParameterException.of(name, text, String.valueOf(e.getMessage()));
        }
    }

    /** Returns a required parameter. */
    private static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new BadParameterException("parameter " + name + " is missing");
        }
        return value;
    }

    Prefix prefix() {
        return required("prefix", read("prefix", Prefix::parse));
    }

    /** Returns the constant of a label. */
    <E> E constant(String name, E otherwise, E[] constants, Function<E, String> label) {
        E found = read(
                name,
                text -> Arrays.stream(constants)
                        .filter(constant -> label.apply(constant).equalsIgnoreCase(text))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("is none of "
                                + String.join(
                                        ", ",
                                        Arrays.stream(constants).map(label).toList()))));
        return found == null ? otherwise : found;
    }

    private @Nullable Integer number(String name, Labels labels) {
        return read(name, text -> {
            OptionalInt number = labels.number(text);
            if (number.isEmpty()) {
                throw new IllegalArgumentException("is none of " + String.join(", ", labels.names()));
            }
            return number.getAsInt();
        });
    }

    /** Returns the filter of the parameters; absent ones select all. */
    Filter filter() {
        return new Filter(
                text("router"),
                text("peer"),
                read("asn", AsNumbers::parse),
                read("origin_as", AsNumbers::parse),
                read("rule", RequestParameters::rule),
                number("state", Labels.STATES),
                number("was_state", Labels.STATES),
                number("origin", Labels.ORIGINS),
                number("aspa", Labels.ASPA),
                number("kind", Labels.KINDS),
                number("cause", Labels.CAUSES),
                read("path", RequestParameters::path));
    }

    private static String rule(String text) {
        if (!RULE.matcher(text).matches()) {
            throw new IllegalArgumentException("is not the name of a rule, such as signature-mismatch");
        }
        return text;
    }

    private static List<Long> path(String text) {
        List<Long> path = new ArrayList<>();
        for (String asn : text.split("[ ,]+", -1)) {
            path.add(AsNumbers.parse(asn));
        }
        if (path.size() > MAX_PATH) {
            throw new IllegalArgumentException("has more than " + MAX_PATH + " ASes");
        }
        return path;
    }

    /** Returns the limit of rows: by default {@code otherwise}, at most {@code max}. */
    int limit(int otherwise, int max) {
        Integer limit = read("limit", text -> (int) DecimalText.parse(text, max)
                .orElseThrow(() -> new IllegalArgumentException("is not a whole number of 1.." + max)));
        if (limit != null && limit < 1) {
            throw BadParameterException.of("limit", "0", "is not a whole number of 1.." + max);
        }
        return limit == null ? Math.min(otherwise, max) : limit;
    }

    /**
     * Returns the period: {@code from} to {@code to}, or {@code window} before {@code to}. By default, the last day.
     *
     * @param longest longest period
     */
    Period period(Duration longest) {
        Long to = timeUs("to");
        long end = to == null ? micros(clock.instant()) : to;
        Long from = timeUs("from");
        Duration window = read("window", RequestParameters::duration);
        if (from != null && window != null) {
            throw new BadParameterException("parameters from and window exclude each other");
        }
        long start = from != null ? from : end - (window == null ? DEFAULT_WINDOW : window).toNanos() / 1_000;
        if (start >= end) {
            throw BadParameterException.of("from", String.valueOf(text("from")), "is not before the end of the period");
        }
        if (end - start > longest.toNanos() / 1_000) {
            String name = from == null ? "window" : "from";
            throw BadParameterException.of(
                    name, String.valueOf(text(name)), "makes a period of more than " + longest.toDays() + " days");
        }
        return new Period(start, end);
    }

    /** Returns the time of a parameter in microseconds since 1970; by default now. */
    long timeOrNowUs(String name) {
        Long time = timeUs(name);
        return time == null ? micros(clock.instant()) : time;
    }

    private @Nullable Long timeUs(String name) {
        return read(name, RequestParameters::time);
    }

    private static long time(String text) {
        try {
            // A plus sign in a query is a space.
            OffsetDateTime time =
                    DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text.replace(' ', '+'), OffsetDateTime::from);
            long us = micros(time.toInstant());
            if (us < MIN_YEAR_US || us > MAX_US) {
                throw new IllegalArgumentException("is not a time between 1970 and 9999");
            }
            return us;
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("is not a time of RFC 3339, such as 2026-11-29T14:03:00Z", e);
        }
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    /** Returns the step of a chart: a multiple of a minute. */
    Duration step(Duration otherwise) {
        Duration step = read("step", RequestParameters::duration);
        if (step != null && (step.toSeconds() < 60 || step.toSeconds() % 60 != 0)) {
            throw BadParameterException.of("step", String.valueOf(text("step")), "is no multiple of 1m");
        }
        return step == null ? otherwise : step;
    }

    private static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("is not a duration, such as 30s, 10m, 24h or 7d");
        }
        long count = DecimalText.parse(matcher.group(1), 999_999_999).orElse(0);
        Duration duration = switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
        if (duration.isZero() || duration.toDays() > 36_500) {
            throw new IllegalArgumentException("is not a duration between 1s and 36500d");
        }
        return duration;
    }
}

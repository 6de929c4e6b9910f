// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.policyapi.store.Match;
import org.pathproof.policyapi.store.OriginVerdict;
import org.pathproof.policyapi.store.RouteQuery;
import org.pathproof.policyapi.store.SessionSelector;
import org.pathproof.wire.Prefix;

/**
 * The parameters of a request, read strictly: a value that cannot be read is an error. Lists are comma-separated or repeated. Which parameters
 * an operation has stands in its {@link org.pathproof.policyapi.openapi.Accepts}.
 */
public final class Parameters {
    private final HttpServletRequest request;

    public Parameters(HttpServletRequest request) {
        this.request = request;
    }

    /** The filters of the routes and of the event stream. */
    public RouteQuery query() {
        Prefix prefix = parsed("prefix", Parameters::prefix);
        Match match = parsed("match", Parameters::match);
        if (match != null && prefix == null) {
            throw new BadRequestException("parameter match says how prefix is meant, and there is no prefix");
        }
        return new RouteQuery(
                prefix,
                match == null ? Match.EXACT : match,
                several("state", Parameters::state),
                several("origin_state", Parameters::originState),
                several("finding", Parameters::rule),
                parsed("router", SessionSelector::parse),
                parsed("peer", SessionSelector::parse),
                asNumber("asn"),
                asNumber("origin_as"),
                parsed("view", Views::parse));
    }

    /** A parameter, or null when it is absent or empty. */
    public @Nullable String text(String name) {
        String value = request.getParameter(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    /** A parameter that must be there. */
    String required(String name) {
        String value = text(name);
        if (value == null) {
            throw new BadRequestException("parameter " + name + " is missing");
        }
        return value;
    }

    /** A parameter read by {@code reader}, or null when it is absent. */
    public <T> @Nullable T parsed(String name, Function<String, T> reader) {
        String value = text(name);
        return value == null ? null : read(name, value, reader);
    }

    /** A number of 1..max, or {@code otherwise} when it is absent. */
    public int limit(String name, int otherwise, int max) {
        String value = text(name);
        return value == null ? Math.min(otherwise, max) : read(name, value, text -> number(text, max));
    }

    /** A number of 1..max. */
    static int number(String text, int max) {
        if (!text.matches("\\d{1,9}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > max) {
            throw new IllegalArgumentException("is not a number of 1.." + max);
        }
        return Integer.parseInt(text);
    }

    public boolean flag(String name) {
        String value = text(name);
        return value != null && read(name, value, Parameters::flagOf);
    }

    private static boolean flagOf(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "1", "yes" -> true;
            case "false", "0", "no" -> false;
            default -> throw new IllegalArgumentException("is neither true nor false");
        };
    }

    OptionalLong asNumber(String name) {
        String value = text(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(read(name, value, Parameters::asn));
    }

    private <T> Set<T> several(String name, Function<String, T> reader) {
        Set<T> set = new LinkedHashSet<>();
        String[] values = request.getParameterValues(name);
        if (values != null) {
            for (String value : String.join(",", values).split(",", -1)) {
                if (!value.isBlank()) {
                    set.add(read(name, value.strip(), reader));
                }
            }
        }
        return set;
    }

    /** Reads a value; what the reader says is wrong with it becomes the error. */
    public static <T> T read(String name, String value, Function<String, T> reader) {
        try {
            return reader.apply(value);
        } catch (IllegalArgumentException e) {
            throw BadRequestException.of(name, value, String.valueOf(e.getMessage()));
        }
    }

    /** An AS number, with or without "AS". */
    static long asn(String text) {
        String digits = text.regionMatches(true, 0, "AS", 0, 2) ? text.substring(2) : text;
        if (!digits.matches("\\d{1,10}") || Long.parseLong(digits) > 0xffff_ffffL) {
            throw new IllegalArgumentException("is not an AS number (0..4294967295, with or without AS)");
        }
        return Long.parseLong(digits);
    }

    /** A prefix that has to say its length. */
    static Prefix prefixWithLength(String name, String text) {
        if (!text.contains("/")) {
            throw BadRequestException.of(name, text, "has no length, such as /24");
        }
        return read(name, text, Parameters::prefix);
    }

    static Prefix prefix(String text) {
        try {
            return Prefix.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is not a prefix such as 192.0.2.0/24 or 2001:db8::/32", e);
        }
    }

    private static Match match(String text) {
        return named(Match.values(), Match::label, text);
    }

    private static PathState state(String text) {
        return named(PathState.values(), PathState::name, text.replace('-', '_'));
    }

    private static OriginVerdict originState(String text) {
        return named(OriginVerdict.values(), OriginVerdict::label, text.replace('_', '-'));
    }

    private static Rule rule(String text) {
        return named(Rule.values(), Rule::label, text);
    }

    private static <E> E named(E[] all, Function<E, String> name, String text) {
        for (E one : all) {
            if (name.apply(one).equalsIgnoreCase(text)) {
                return one;
            }
        }
        throw new IllegalArgumentException(
                "is none of " + String.join(", ", Arrays.stream(all).map(name).toList()));
    }
}

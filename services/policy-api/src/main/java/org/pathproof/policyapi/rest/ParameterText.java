// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.verdictstore.store.AspaVerdict;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.OriginVerdict;
import org.pathproof.wire.Prefix;

/**
 * Parsers for the text of parameters. Each throws IllegalArgumentException with a message that follows the value in a
 * sentence, such as "is not an AS number".
 */
public final class ParameterText {
    private static final int MAX_PREFIX_LENGTH = 128;

    private ParameterText() {}

    /**
     * Reads a value from a request body.
     *
     * @param name the place of the value, such as {@code routes[0].asn}
     * @throws BadRequestException when the parser throws IllegalArgumentException
     */
    public static <T> T read(String name, String value, Function<String, T> parser) {
        try {
            return parser.apply(value);
        } catch (IllegalArgumentException e) {
            throw BadRequestException.of(name, value, String.valueOf(e.getMessage()));
        }
    }

    /** Parses an AS number, with or without "AS". */
    public static long asNumber(String text) {
        String digits = text.regionMatches(true, 0, "AS", 0, 2) ? text.substring(2) : text;
        if (!digits.matches("\\d{1,10}") || Long.parseLong(digits) > 0xffff_ffffL) {
            throw new IllegalArgumentException("is not an AS number (0..4294967295, with or without AS)");
        }
        return Long.parseLong(digits);
    }

    /** Parses a prefix. An address without a length is a prefix of full length. */
    public static Prefix prefix(String text) {
        try {
            return Prefix.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is not a prefix such as 192.0.2.0/24 or 2001:db8::/32", e);
        }
    }

    /** Parses a prefix whose length is required. */
    public static Prefix prefixWithLength(String text) {
        if (!text.contains("/")) {
            throw new IllegalArgumentException("has no length, such as /24");
        }
        return prefix(text);
    }

    /** Parses a prefix length, or a maxLength of a VRP. */
    public static int prefixLength(String text) {
        if (!text.matches("\\d{1,3}") || Integer.parseInt(text) > MAX_PREFIX_LENGTH) {
            throw new IllegalArgumentException("is not a length of 0.." + MAX_PREFIX_LENGTH);
        }
        return Integer.parseInt(text);
    }

    /**
     * Parses a constant by its {@linkplain #label label}. Accepts upper and lower case, and hyphens instead of
     * underscores.
     */
    public static <E extends Enum<E>> E constant(Class<E> type, String text) {
        String name = text.toUpperCase(Locale.ROOT).replace('-', '_');
        return constants(type)
                .filter(constant -> constant.name().equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("is none of "
                        + String.join(
                                ", ", constants(type).map(ParameterText::label).toList())));
    }

    /** Returns the constants for a parameter, without protobuf's {@code UNRECOGNIZED}. */
    public static <E extends Enum<E>> Stream<E> constants(Class<E> type) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> !constant.name().equals("UNRECOGNIZED"));
    }

    /** Returns the name of a constant in requests and responses. */
    public static String label(Enum<?> constant) {
        return switch (constant) {
            case Rule rule -> rule.label();
            case Match match -> match.label();
            case OriginVerdict origin -> origin.label();
            case AspaVerdict aspa -> aspa.label();
            case RibView view -> RibViewLabels.label(view);
            default -> constant.name();
        };
    }
}

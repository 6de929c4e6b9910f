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
import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.DecimalText;
import org.pathproof.wire.InvalidTextException;
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
        return exact(text, AsNumbers::parse);
    }

    /** Parses a prefix. An address without a length is a prefix of full length. */
    public static Prefix prefix(String text) {
        return exact(text, Prefix::parse);
    }

    /** Parses a prefix whose length is required. */
    public static Prefix prefixWithLength(String text) {
        return exact(text, Prefix::parseWithLength);
    }

    /** Parses a prefix length, or a maxLength of a VRP. */
    public static int prefixLength(String text) {
        return (int) DecimalText.parse(text, MAX_PREFIX_LENGTH)
                .orElseThrow(() -> new IllegalArgumentException("is not a length of 0.." + MAX_PREFIX_LENGTH));
    }

    /** Parses a whole number with an absolute value of at most {@code max}. */
    public static long wholeNumber(String text, long max) {
        boolean negative = text.startsWith("-");
        long number = DecimalText.parse(negative ? text.substring(1) : text, max)
                .orElseThrow(() -> new IllegalArgumentException("is not a whole number"));
        return negative ? -number : number;
    }

    private static <T> T exact(String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (InvalidTextException e) {
            throw new IllegalArgumentException(e.reason(), e);
        }
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

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.replay;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Speed of a replay.
 *
 * @param times multiple of real time; empty: as fast as the collector reads
 */
record Pace(OptionalDouble times) {
    private static final Pattern TIMES = Pattern.compile("x(\\d+(?:\\.\\d+)?)");

    /** Parses {@code max} or {@code xN}, with a positive number N. */
    static Pace parse(String text) {
        if ("max".equals(text)) {
            return new Pace(OptionalDouble.empty());
        }
        Matcher matcher = TIMES.matcher(text);
        if (!matcher.matches() || Double.parseDouble(matcher.group(1)) <= 0) {
            throw new IllegalArgumentException("'" + text + "' is neither max nor xN, such as x1 or x10");
        }
        return new Pace(OptionalDouble.of(Double.parseDouble(matcher.group(1))));
    }

    /** Returns the due time of a piece in nanoseconds after the start. */
    long due(long nanosIntoRecording) {
        return times.isPresent() ? (long) (Math.max(0, nanosIntoRecording) / times.getAsDouble()) : 0;
    }

    /** Converts the value of {@code --speed}. */
    static final class Converter implements ITypeConverter<Pace> {
        @Override
        public Pace convert(String value) {
            try {
                return parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The position of a span in its trace, as the header {@code traceparent} carries it (W3C Trace Context, section 3.2).
 *
 * @param traceId id of the trace, 32 hexadecimal digits in lower case
 * @param spanId id of the span, 16 hexadecimal digits in lower case
 */
public record TraceContext(String traceId, String spanId) {
    /** Name of the header of a Kafka record. */
    public static final String HEADER = "traceparent";

    private static final int LENGTH = 55;
    /** Version, trace id, parent id, flags. Later versions may append fields after a hyphen. */
    private static final Pattern FORMAT =
            Pattern.compile("(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

    private static final int SAMPLED = 1;
    /** Bytes of a header that are read. Fields of later versions are not used. */
    private static final int MAX_LENGTH = 512;

    /** Returns the value of the header for a sampled trace. */
    public byte[] toHeader() {
        return ("00-" + traceId + "-" + spanId + "-01").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads the value of a header. Never throws.
     *
     * @param value value of the header; null if the record has none
     * @return null without a header, if the value is malformed, or if the trace is not sampled
     */
    public static @Nullable TraceContext parse(byte @Nullable [] value) {
        if (value == null || value.length < LENGTH || value.length > MAX_LENGTH) {
            return null;
        }
        Matcher fields = FORMAT.matcher(new String(value, StandardCharsets.ISO_8859_1));
        if (!fields.matches() || fields.group(1).equals("00") && fields.group(5) != null) {
            return null;
        }
        boolean sampled = (Integer.parseInt(fields.group(4), 16) & SAMPLED) != 0;
        return sampled ? new TraceContext(fields.group(2), fields.group(3)) : null;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.Serial;

/**
 * The head record: the set in force and the keys where it is stored.
 *
 * @param session the RTR session id
 * @param snapshot the key of the latest snapshot
 * @param parts number of elements of the snapshot
 * @param position the stream id of the snapshot; later stream entries have the changes from the snapshot to {@code
 *     serial}
 * @param updated time at which the source last confirmed the set as current
 * @param expires end of the Expire Interval of the source in use, by the clock of the writer; null for never
 * @param clock the clock of Redis minus that of the writer, at the last write; null if the writer does not know it
 */
record Head(
        int session,
        Serial serial,
        String snapshot,
        int parts,
        String position,
        Instant updated,
        @Nullable Instant expires,
        @Nullable Duration clock) {
    static final String FORMAT = "1";
    /** Bound for times from Redis. The longest Expire Interval is two days. */
    private static final Duration LONGEST = Duration.ofDays(365);

    /**
     * Reads the fields of the hash. Returns null if the hash is absent.
     *
     * @throws IllegalArgumentException when the format is unknown
     */
    static @Nullable Head of(Map<String, byte[]> fields) {
        if (fields.isEmpty()) {
            return null;
        }
        String format = text(fields, "format");
        if (!format.equals(FORMAT)) {
            throw new IllegalArgumentException("the RPKI set in Redis has format \"" + format
                    + "\"; this program supports only format " + FORMAT + ": upgrade it, or delete the keys");
        }
        long expires = Long.parseLong(text(fields, "expires"));
        return new Head(
                Integer.parseInt(text(fields, "session")),
                new Serial(Integer.parseUnsignedInt(text(fields, "serial"))),
                text(fields, "snapshot"),
                Integer.parseInt(text(fields, "parts")),
                text(fields, "position"),
                Instant.ofEpochMilli(Long.parseLong(text(fields, "updated"))),
                expires == 0 ? null : Instant.ofEpochMilli(expires),
                clock(fields));
    }

    private static @Nullable Duration clock(Map<String, byte[]> fields) {
        String millis = fields.containsKey("clock") ? text(fields, "clock") : "";
        return millis.isEmpty() ? null : Duration.ofMillis(Long.parseLong(millis));
    }

    /**
     * Returns the time until the data expire, negative afterwards. The clocks of writer and reader may differ, as the
     * clock of Redis stands between them.
     *
     * @param redis time by the clock of Redis; null if it is not known
     * @param own time by the clock of the reader
     */
    @Nullable
    Duration remaining(@Nullable Instant redis, Instant own) {
        if (expires == null) {
            return null;
        }
        Duration remaining = redis == null || clock == null
                ? Duration.between(own, expires)
                : Duration.between(redis, expires.plus(clock));
        if (remaining.abs().compareTo(LONGEST) <= 0) {
            return remaining;
        }
        return remaining.isNegative() ? LONGEST.negated() : LONGEST;
    }

    private static String text(Map<String, byte[]> fields, String name) {
        byte[] value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the RPKI set's head in Redis has no field " + name);
        }
        return new String(value, UTF_8);
    }
}

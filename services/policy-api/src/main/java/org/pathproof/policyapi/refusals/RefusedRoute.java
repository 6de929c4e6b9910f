// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.DecimalText;

/**
 * A refused route that an export listed.
 *
 * @param verdict the verdict with which the route was listed
 * @param listed time of the first export with the route
 * @param left time since which the table does not have the refused route; empty while it has the route
 */
record RefusedRoute(RouteKey key, Verdict verdict, Instant listed, Optional<Instant> left) {
    /** Maximum size of a stored verdict in bytes. The verdict of a larger one is stored without its announcement. */
    private static final int MAX_VERDICT_BYTES = 8 << 10;

    private static final String LISTED = "pathproof-listed";
    private static final String LEFT = "pathproof-left";

    RefusedRoute {
        if (verdict.getSerializedSize() > MAX_VERDICT_BYTES) {
            verdict = verdict.toBuilder().clearAnnouncement().build();
        }
    }

    RefusedRoute withLeft(Optional<Instant> time) {
        return new RefusedRoute(key, verdict, listed, time);
    }

    /**
     * Decodes a record.
     *
     * @throws IllegalArgumentException when the record is not a refused route
     */
    static RefusedRoute of(byte[] key, byte[] value, Headers headers) {
        try {
            return new RefusedRoute(
                    RouteKey.ofBytes(key),
                    Verdict.parseFrom(value),
                    time(headers, LISTED).orElseThrow(() -> new IllegalArgumentException("it has no time")),
                    time(headers, LEFT));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Optional<Instant> time(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        if (header == null) {
            return Optional.empty();
        }
        long micros = DecimalText.parse(new String(header.value(), StandardCharsets.US_ASCII), Long.MAX_VALUE)
                .orElseThrow(() -> new IllegalArgumentException("its header " + name + " is not a number"));
        return Optional.of(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
    }

    void writeTimes(Headers headers) {
        headers.add(LISTED, micros(listed));
        left.ifPresent(time -> headers.add(LEFT, micros(time)));
    }

    private static byte[] micros(Instant time) {
        return Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, time)).getBytes(StandardCharsets.US_ASCII);
    }
}

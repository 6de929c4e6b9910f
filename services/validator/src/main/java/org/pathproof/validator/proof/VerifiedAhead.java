// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.pathproof.validator.route.RouteRecord;

/**
 * A record that {@link VerifyAhead} has decoded and whose signatures it has verified. It is an object in the headers of
 * the record in memory. A header from Kafka is of another class, so that no sender can forge one.
 *
 * @param record the decoded record
 * @param answers the verification results of its signatures
 * @param poll the poll that returned it
 */
public record VerifiedAhead(RouteRecord record, Answers answers, Poll poll) implements Header {
    private static final String KEY = "org.pathproof.verified-ahead";

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public byte[] value() {
        return new byte[0];
    }

    /** Returns the object in these headers; null when there is none, and the processor verifies the record itself. */
    public static @Nullable VerifiedAhead in(Headers headers) {
        return headers.lastHeader(KEY) instanceof VerifiedAhead ahead ? ahead : null;
    }
}

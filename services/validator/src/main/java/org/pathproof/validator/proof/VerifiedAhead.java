// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.pathproof.validator.route.RouteRecord;

/**
 * A record as {@link VerifyAhead} left it for the stream processor: decoded, with the answers about its signatures. It travels as an
 * object in the headers of the record in memory, and never on the wire: octets from the wire are a header of another class.
 *
 * @param record decoded
 * @param answers about its signatures
 * @param poll with which it came
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

    /** What {@link VerifyAhead} left in these headers, or null: then the processor computes it itself. */
    public static @Nullable VerifiedAhead in(Headers headers) {
        return headers.lastHeader(KEY) instanceof VerifiedAhead ahead ? ahead : null;
    }
}

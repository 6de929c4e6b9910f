// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.pathproof.validator.route.Incoming;
import org.pathproof.validator.route.RouteRecord;

/**
 * A record that {@link VerifyAhead} has decoded, with the results of the signatures that were verified ahead. The
 * object is a header of the record in memory. Headers from Kafka have another class, so no sender can forge this one.
 *
 * @param record the decoded record
 * @param incoming the announcement with its digests; null for other records
 * @param verified the verification results of its signatures; {@link SignatureResults#NONE} if none were verified
 * @param poll the poll that returned the record
 */
public record VerifiedAhead(RouteRecord record, @Nullable Incoming incoming, SignatureResults verified, Poll poll)
        implements Header {
    private static final String KEY = "org.pathproof.verified-ahead";

    /** Returns the verification results; {@link SignatureResults#NONE} if the engine was found to be wrong since. */
    public SignatureResults results() {
        return poll.usable(verified);
    }

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public byte[] value() {
        return new byte[0];
    }

    /** Returns the object in these headers; null if there is none, and the processor must verify the record itself. */
    public static @Nullable VerifiedAhead in(Headers headers) {
        return headers.lastHeader(KEY) instanceof VerifiedAhead ahead ? ahead : null;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Status of the store's input.
 *
 * @param ready true once the store has read all records from before its start
 * @param remaining number of unread records from before the start
 * @param position position of the next records to read; null before the start
 * @param lastContact time of Kafka's last response; null before the first response
 * @param problem a fault, for an operator; null if there is none
 * @param rejected number of keys whose newest record could not be decoded
 */
public record FeedStatus(
        boolean ready,
        long remaining,
        @Nullable Position position,
        @Nullable Instant lastContact,
        @Nullable String problem,
        long rejected) {
    FeedStatus reading(boolean isReady, long remaining, Position at) {
        return new FeedStatus(isReady, remaining, at, lastContact, problem, rejected);
    }

    FeedStatus begun() {
        return new FeedStatus(false, remaining, null, lastContact, problem, 0);
    }

    FeedStatus answered(Instant now) {
        return new FeedStatus(ready, remaining, position, now, null, rejected);
    }

    FeedStatus failing(String message) {
        return new FeedStatus(ready, remaining, position, lastContact, message, rejected);
    }

    FeedStatus rejecting(long keys) {
        return new FeedStatus(ready, remaining, position, lastContact, problem, keys);
    }
}

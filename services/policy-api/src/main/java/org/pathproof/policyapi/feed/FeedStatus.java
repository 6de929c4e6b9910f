// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the store is doing.
 *
 * @param ready whether it has read all there was when it was started
 * @param remaining records that it still has to read until then
 * @param position the next records to read; null while it has not begun
 * @param lastContact when Kafka last answered; null before the first time
 * @param problem what is wrong, for an operator; null when nothing is
 * @param rejected keys whose newest record could not be decoded, and is remaining out
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

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the store is doing.
 *
 * @param ready whether it has read all there was when it was started
 * @param lag records that Kafka holds and the store has not read, as of the last check
 * @param lastContact when Kafka last answered; null before the first time
 * @param problem what is wrong, for an operator; null when nothing is
 * @param rejected records that could not be decoded
 */
public record FeedStatus(
        boolean ready,
        long lag,
        @Nullable Instant lastContact,
        @Nullable String problem,
        long rejected) {}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

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
public record StoreInputStatus(
        boolean ready,
        long remaining,
        @Nullable Position position,
        @Nullable Instant lastContact,
        @Nullable String problem,
        long rejected) {
    /** The status before the first contact with Kafka. */
    public static final StoreInputStatus STARTING =
            new StoreInputStatus(false, 0, null, null, "Kafka has not responded yet", 0);

    StoreInputStatus withProgress(boolean isReady, long remaining, Position at) {
        return new StoreInputStatus(isReady, remaining, at, lastContact, problem, rejected);
    }

    StoreInputStatus restarted() {
        return new StoreInputStatus(false, remaining, null, lastContact, problem, 0);
    }

    StoreInputStatus withContact(Instant now) {
        return new StoreInputStatus(ready, remaining, position, now, null, rejected);
    }

    StoreInputStatus withProblem(String message) {
        return new StoreInputStatus(ready, remaining, position, lastContact, message, rejected);
    }

    StoreInputStatus withRejected(long keys) {
        return new StoreInputStatus(ready, remaining, position, lastContact, problem, keys);
    }
}

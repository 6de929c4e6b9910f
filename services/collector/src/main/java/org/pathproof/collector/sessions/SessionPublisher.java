// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.sessions;

import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;

/**
 * Writes session records; those of one session are written in the order of {@link #append}. {@code append} runs under a
 * lock and never blocks. Sending is separate, runs without a lock, and may block while Kafka is slow. Safe for use by
 * several threads.
 */
@FunctionalInterface
public interface SessionPublisher {
    /**
     * Appends a record to the waiting records of the same session. Does not block, and may drop records that this one
     * replaces.
     */
    void append(SessionId id, Session record);

    /** Appends the deletion of a session's record. Otherwise as {@link #append}. */
    default void appendDeletion(SessionId id) {}

    /**
     * Sends the waiting records of a session; returns when none is left. Does nothing if {@link #append} has sent them.
     */
    default void send(SessionId id) {}

    /** Makes another thread send the waiting records of a session. Does not block. */
    default void sendLater(SessionId id) {}
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;

/**
 * Writes session records, those of one session in the order in which they were appended. {@link #append} runs under a
 * lock and never blocks. Sending is separate, runs without a lock, and may block while Kafka is slow. Safe for use by
 * several threads.
 */
@FunctionalInterface
public interface SessionPublisher {
    /**
     * Puts a record behind those of the same session that wait. Does not block, and may drop records that this one
     * replaces.
     */
    void append(SessionId id, Session record);

    /**
     * Sends the records of a session that wait. Returns when none waits. Does nothing where {@link #append} has sent
     * them.
     */
    default void send(SessionId id) {}

    /** Has another thread send the records of a session that wait. Does not block. */
    default void sendLater(SessionId id) {}
}

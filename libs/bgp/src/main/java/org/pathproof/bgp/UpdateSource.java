// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp;

import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;

/**
 * Messages for one neighbor. The speaker polls messages only while the connection accepts bytes. At most one write
 * buffer of messages waits for a slow router.
 *
 * <p>The speaker calls every method on the thread of the neighbor, so calls never overlap. No method may block or
 * throw. A source serves the sessions of its neighbor one after the other.
 */
public interface UpdateSource {
    /**
     * Begins a session, before the first {@link #poll}. The source sends all routes again, and then an End-of-RIB for
     * each family (RFC 4724 section 2).
     *
     * @param wakeUp makes the speaker poll again after an empty result. May be called by any thread, at any time and
     *     often; it returns at once.
     */
    void onSessionEstablished(NegotiatedSession session, Runnable wakeUp);

    /**
     * Returns the next message with its header. Empty when nothing is to be sent now. The message is an UPDATE, or a
     * ROUTE-REFRESH that marks the beginning or the end of a refresh (RFC 7313 section 4). The message has at most
     * {@link NegotiatedSession#maxMessageLength} bytes and is encoded with {@link NegotiatedSession#sending}.
     */
    Optional<Bytes> poll();

    /**
     * Sends the routes of a family again, on request of the neighbor (RFC 2918 section 4). The session has the family.
     * With {@link NegotiatedSession#enhancedRefresh}, markers begin and end the routes (RFC 7313 section 4).
     */
    void refresh(AfiSafi family);

    /** Ends the session. The speaker polls again only after the next {@link #onSessionEstablished}. */
    void onSessionClosed();
}

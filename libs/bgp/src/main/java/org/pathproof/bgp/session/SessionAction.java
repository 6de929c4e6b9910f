// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.Update;

/** An action that {@link BgpSession} requests. The caller of the session carries out actions in order. */
public sealed interface SessionAction {
    /** Opens a TCP connection to the neighbor, and reports its success or failure. */
    record Connect() implements SessionAction {}

    /** Gives up the TCP connection that is being opened. */
    record AbortConnect() implements SessionAction {}

    /** Sends a message on a connection. */
    record Send(int connection, BgpMessage message) implements SessionAction {}

    /**
     * Closes a connection. The closed connection reports no more events.
     *
     * @param abort true when queued bytes are to be discarded, because the neighbor does not read
     */
    record Close(int connection, String why, boolean abort) implements SessionAction {}

    /** Starts to send routes on a connection. */
    record Established(int connection, NegotiatedSession session) implements SessionAction {}

    /** Stops sending routes: the established session has ended. */
    record Down(String why) implements SessionAction {}

    /** Sends the routes of a family again (RFC 2918). */
    record Refresh(AfiSafi family) implements SessionAction {}

    /**
     * Reports an UPDATE of the neighbor, without attributes that are discarded.
     *
     * @param treatAsWithdraw the UPDATE has an error that turns its announcements into withdrawals (RFC 7606 section 2)
     */
    record Received(Update update, boolean treatAsWithdraw) implements SessionAction {}
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.time.Instant;
import java.util.Optional;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.bgp.session.BgpState;

/**
 * A neighbor at one moment.
 *
 * @param since time of the last change of {@code state}
 * @param lastError reason of the last failure, until the next session is established
 * @param session the established session
 * @param messagesSent messages sent since the neighbor was added
 * @param bytesSent bytes sent since the neighbor was added
 * @param messagesReceived messages received since the neighbor was added
 * @param bytesReceived bytes received since the neighbor was added
 * @param sessions sessions that were established since the neighbor was added
 */
public record NeighborStatus(
        Neighbor neighbor,
        BgpState state,
        Instant since,
        Optional<String> lastError,
        Optional<NegotiatedSession> session,
        long messagesSent,
        long bytesSent,
        long messagesReceived,
        long bytesReceived,
        long sessions) {}

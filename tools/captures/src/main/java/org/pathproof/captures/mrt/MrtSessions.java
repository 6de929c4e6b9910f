// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import java.util.LinkedHashMap;
import java.util.Map;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.reading.SessionDecoder;

/**
 * Decodes the BGP messages of MRT records, session by session. Programs without the subtypes of RFC 8050 write messages
 * with Path Identifiers under other subtypes. The bytes of each session show its encoding.
 */
public final class MrtSessions {
    /** Maximum number of sessions. The session that was not used for the longest time is forgotten first. */
    private static final int MAX_SESSIONS = 4096;

    private record Session(Bytes peer, long peerAs, Bytes localAddress, boolean local) {}

    private final Map<Session, SessionDecoder> sessions = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Session, SessionDecoder> eldest) {
            return size() > MAX_SESSIONS;
        }
    };

    /** Decodes the BGP message of a record. */
    public SessionDecoder.Result decode(Bgp4mpMessage message) {
        Bgp4mpPeering peering = message.peering();
        Session session = new Session(peering.peerAddress(), peering.peerAs(), peering.localAddress(), message.local());
        return sessions.computeIfAbsent(session, s -> new SessionDecoder())
                .decode(message.message(), message.options());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.engine.View;

/** The names of all sessions that the history knows, by their newest events. */
public final class SessionBook {
    private final Map<Long, SessionName> byNumber;

    /** The names of a session. */
    public record SessionName(
            long session,
            String id,
            String router,
            String routerIp,
            String peer,
            String peerIp,
            long peerAs,
            String view,
            String vrf) {
        /** Returns true if a text is the name or the address of the router. */
        boolean isOfRouter(String text) {
            return text.equalsIgnoreCase(router) || text.equals(routerIp);
        }

        /** Returns true if a text is the name, the address or the AS of the peer, or the id of the session. */
        boolean isOfPeer(String text) {
            return text.equalsIgnoreCase(peer)
                    || text.equals(peerIp)
                    || text.equalsIgnoreCase("AS" + peerAs)
                    || text.equals(Long.toString(peerAs))
                    || text.equals(id);
        }
    }

    private SessionBook(Map<Long, SessionName> byNumber) {
        this.byNumber = byNumber;
    }

    /** Reads the sessions of a view. */
    static SessionBook read(View view, Connection connection) throws SQLException {
        Map<Long, SessionName> entries = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT session, id, router, router_ip, peer, peer_ip, peer_as, view, vrf FROM "
                                + view.sessions("*")
                                + " QUALIFY row_number() OVER (PARTITION BY session ORDER BY pos DESC) = 1")) {
            while (row.next()) {
                entries.put(
                        row.getLong(1),
                        new SessionName(
                                row.getLong(1),
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5),
                                row.getString(6),
                                row.getLong(7),
                                row.getString(8),
                                row.getString(9)));
            }
        }
        return new SessionBook(entries);
    }

    /** Returns the names of a session; null for a session without a record. */
    @Nullable
    SessionName entry(long session) {
        return byNumber.get(session);
    }

    /** Returns all sessions. */
    Collection<SessionName> entries() {
        return byNumber.values();
    }

    /** Returns the numbers of the sessions that satisfy a condition. */
    Set<Long> numbers(Predicate<SessionName> condition) {
        return byNumber.values().stream()
                .filter(condition)
                .map(SessionName::session)
                .collect(Collectors.toSet());
    }
}

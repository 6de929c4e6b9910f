// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.changes.Change.States;
import org.pathproof.history.changes.RouteAddress;
import org.pathproof.history.changes.SessionDeaths;
import org.pathproof.history.changes.SessionEvent;
import org.pathproof.history.changes.VerdictContent;

/** Reads the state of the writer from the files: live routes, sessions and their ends. */
public final class StateLoader {
    private StateLoader() {}

    /**
     * A live route.
     *
     * @param partition partition of its last change
     */
    public record LiveRoute(
            RouteAddress route,
            States states,
            long epoch,
            int partition,
            String asPath,
            long originAs,
            @Nullable String rules,
            int hop,
            long failAs) {}

    /** Receives rows. */
    @FunctionalInterface
    public interface Receiver {
        /** Receives a route. */
        void accept(LiveRoute route) throws SQLException;
    }

    /** Reads all live routes. */
    public static void routes(View view, Connection connection, Receiver receiver) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT afi, safi, net, net_lo, len, session, path_id, state,"
                        + " origin, aspa, epoch, part, as_path, origin_as, rules, hop, fail_as FROM ("
                        + LiveRoutes.sql(view, LiveRoutes.NOW, "true") + ")")) {
            while (row.next()) {
                receiver.accept(route(row));
            }
        }
    }

    private static LiveRoute route(ResultSet row) throws SQLException {
        String asPath = row.getString(13);
        return new LiveRoute(
                new RouteAddress(
                        row.getInt(1),
                        row.getInt(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getInt(5),
                        row.getLong(6),
                        row.getLong(7)),
                new States(row.getInt(8), row.getInt(9), row.getInt(10)),
                row.getLong(11),
                row.getInt(12),
                asPath == null ? "" : asPath,
                as(row, 14),
                row.getString(15),
                row.getInt(16),
                as(row, 17));
    }

    private static long as(ResultSet row, int column) throws SQLException {
        long asn = row.getLong(column);
        return row.wasNull() ? VerdictContent.NO_AS : asn;
    }

    /**
     * Reads the sessions.
     *
     * @param deaths receives the ends of the sessions
     * @return the newest event of each session, by its number
     */
    public static Map<Long, SessionEvent> sessions(View view, Connection connection, SessionDeaths deaths)
            throws SQLException {
        Map<Long, SessionEvent> newest = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT epoch_us(ts), session, id, part, pos, epoch_us(changed),"
                        + " router, router_ip, peer, peer_ip, peer_as, view, vrf, state, epoch, dead_before,"
                        + " synced_epoch, coalesce(local_as, -1), reason, collector FROM "
                        + view.sessions("*") + " ORDER BY pos")) {
            while (row.next()) {
                SessionEvent event = event(row);
                newest.put(event.session(), event);
                deaths.add(event.session(), event.deadBefore(), event.diedUs());
            }
        }
        return newest;
    }

    private static SessionEvent event(ResultSet row) throws SQLException {
        return new SessionEvent(
                row.getLong(2),
                row.getString(3),
                row.getLong(1),
                row.getInt(4),
                row.getLong(5),
                row.getLong(6),
                row.getString(7),
                row.getString(8),
                row.getString(9),
                row.getString(10),
                row.getLong(11),
                row.getString(12),
                row.getString(13),
                row.getString(14),
                row.getLong(15),
                row.getLong(16),
                row.getLong(17),
                row.getLong(18),
                row.getString(19),
                row.getString(20));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.changes.Change;
import org.pathproof.history.changes.Change.States;
import org.pathproof.history.changes.SessionEvent;
import org.pathproof.history.changes.VerdictContent;
import org.pathproof.history.files.Dataset;

/**
 * The rows that no file has yet, in two tables in memory. The writer appends rows; {@link #flush} makes them visible to
 * readers. Not thread-safe, except the names of the tables.
 */
public final class RecentRows {
    private final DuckDBConnection connection;
    private final Dataset dataset;
    private final String changes;
    private final String sessions;
    private final DuckDBAppender changeRows;
    private final DuckDBAppender sessionRows;
    private long changeCount;
    private long sessionCount;
    private boolean isDirty;

    /**
     * Creates the tables.
     *
     * @param number number that no other tables have
     * @param dataset the kind of files of the changes: CHANGES or BASELINE
     */
    RecentRows(DuckDBConnection connection, long number, Dataset dataset) throws SQLException {
        this.connection = connection;
        this.dataset = dataset;
        this.changes = "recent_changes_" + number;
        this.sessions = "recent_sessions_" + number;
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + changes + " (" + Columns.definition(Dataset.CHANGES) + ")");
            statement.execute("CREATE TABLE " + sessions + " (" + Columns.definition(Dataset.SESSIONS) + ")");
        }
        this.changeRows = connection.createAppender("main", changes);
        this.sessionRows = connection.createAppender("main", sessions);
    }

    Dataset dataset() {
        return dataset;
    }

    String changes() {
        return changes;
    }

    String sessions() {
        return sessions;
    }

    /** Returns the number of rows of changes. */
    public long changeCount() {
        return changeCount;
    }

    /** Returns the number of events of sessions. */
    public long sessionCount() {
        return sessionCount;
    }

    /** Appends a change. */
    public void append(Change change) throws SQLException {
        DuckDBAppender row = changeRows;
        row.beginRow();
        row.appendEpochMicros(change.timeUs());
        row.append((byte) change.route().afi());
        row.append((short) change.route().safi());
        row.append(change.route().net());
        row.append(change.route().netLow());
        row.append((short) change.route().length());
        row.append(change.route().session());
        row.append(change.route().pathId());
        row.append((byte) change.kind().number());
        row.append((byte) change.cause().number());
        append(row, change.after());
        append(row, change.before());
        append(row, change.rules());
        if (change.rules() == null) {
            row.appendNull();
        } else {
            row.append((short) change.hop());
        }
        appendAs(row, change.failAs());
        appendAs(row, change.originAs());
        append(row, change.asPath());
        row.append(change.epoch());
        row.append((short) change.partition());
        row.append(change.position());
        row.endRow();
        changeCount++;
        isDirty = true;
    }

    private static void append(DuckDBAppender row, @Nullable States states) throws SQLException {
        if (states == null) {
            row.appendNull();
            row.appendNull();
            row.appendNull();
        } else {
            row.append((byte) states.path());
            row.append((byte) states.origin());
            row.append((byte) states.aspa());
        }
    }

    private static void append(DuckDBAppender row, @Nullable String text) throws SQLException {
        if (text == null) {
            row.appendNull();
        } else {
            row.append(text);
        }
    }

    private static void appendAs(DuckDBAppender row, long asn) throws SQLException {
        if (asn == VerdictContent.NO_AS) {
            row.appendNull();
        } else {
            row.append(asn);
        }
    }

    /** Appends an event of a session. */
    public void append(SessionEvent event) throws SQLException {
        DuckDBAppender row = sessionRows;
        row.beginRow();
        row.appendEpochMicros(event.timeUs());
        row.append(event.session());
        row.append(event.id());
        row.append((short) event.partition());
        row.append(event.position());
        row.appendEpochMicros(event.changedUs());
        row.append(event.router());
        row.append(event.routerIp());
        row.append(event.peer());
        row.append(event.peerIp());
        row.append(event.peerAs());
        row.append(event.view());
        row.append(event.vrf());
        row.append(event.state());
        row.append(event.epoch());
        row.append(event.deadBefore());
        row.append(event.syncedEpoch());
        appendAs(row, event.localAs());
        row.append(event.reason());
        row.append(event.collector());
        row.endRow();
        sessionCount++;
        isDirty = true;
    }

    /** Makes all appended rows visible to readers. */
    public void flush() throws SQLException {
        if (isDirty) {
            changeRows.flush();
            sessionRows.flush();
            isDirty = false;
        }
    }

    /** Ends the appending. The rows stay readable until {@link #drop}. */
    void seal() throws SQLException {
        changeRows.close();
        sessionRows.close();
    }

    /** Deletes the tables. */
    void drop() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + changes);
            statement.execute("DROP TABLE IF EXISTS " + sessions);
        }
    }
}

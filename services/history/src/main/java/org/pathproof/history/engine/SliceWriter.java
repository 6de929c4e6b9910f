// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.duckdb.DuckDBConnection;
import org.pathproof.history.changes.Change;
import org.pathproof.history.changes.SessionEvent;
import org.pathproof.history.engine.ParquetWriter.Slices;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.Dataset;
import org.pathproof.history.files.Manifest;

/**
 * Appends changes to the rows in memory, and writes these rows to the files of a slice. A slice becomes part of the
 * history with its offsets, by one commit of the manifest. After a failure, the rows stay in memory, and the writer can
 * try again. For one thread.
 */
public final class SliceWriter implements AutoCloseable {
    private final Archive archive;
    private final ParquetWriter parquet;
    private final DuckDBConnection connection;
    private RecentRows recent;
    private boolean isSealed;
    private long number;

    /** Creates the first rows in memory, as those of the manifest. */
    public SliceWriter(Archive archive, ParquetWriter parquet, Engine engine) throws SQLException {
        this.archive = archive;
        this.parquet = parquet;
        this.connection = engine.connect();
        this.recent = next(archive.manifest());
        archive.replace(recent);
    }

    private RecentRows next(Manifest manifest) throws SQLException {
        return new RecentRows(connection, ++number, manifest.baselineUs() == 0 ? Dataset.BASELINE : Dataset.CHANGES);
    }

    /** Appends a change. */
    public void append(Change change) throws SQLException {
        recent.append(change);
    }

    /** Appends an event of a session. */
    public void append(SessionEvent event) throws SQLException {
        recent.append(event);
    }

    /** Makes the appended rows visible to readers. */
    public void flush() throws SQLException {
        if (!isSealed) {
            recent.flush();
        }
    }

    /** Returns the number of rows that no file has. */
    public long rows() {
        return recent.changeCount() + recent.sessionCount();
    }

    /** Returns true after a slice could not be written. No rows may be appended before it is written. */
    public boolean isSealed() {
        return isSealed;
    }

    /** Discards the rows in memory. Their records must be read again. */
    public void discard() throws SQLException {
        if (!isSealed) {
            recent.seal();
        }
        recent = next(archive.manifest());
        isSealed = false;
        archive.replace(recent);
    }

    /**
     * Writes a slice.
     *
     * @param offsets text that names the offsets after the slice
     * @param nowUs the time, microseconds since 1970
     * @param change adds the offsets and the sequence number to a manifest
     */
    public void write(String offsets, long nowUs, UnaryOperator<Manifest> change) throws SQLException, IOException {
        if (!isSealed) {
            recent.seal();
            isSealed = true;
        }
        long sequence = archive.manifest().sequence() + 1;
        Slices slices = new Slices(sequence, sequence, offsets);
        List<DataFile> files = new ArrayList<>();
        if (recent.sessionCount() > 0) {
            parquet.write(connection, Dataset.SESSIONS, "", "SELECT * FROM " + recent.sessions(), slices)
                    .ifPresent(files::add);
        }
        if (recent.changeCount() > 0) {
            if (recent.dataset() == Dataset.BASELINE) {
                writeBaseline(slices, nowUs, files);
            } else {
                for (long hour : hours()) {
                    writeHour(hour, slices, files);
                }
            }
        }
        UnaryOperator<Manifest> next = manifest -> change.apply(manifest).withFiles(_ -> false, files);
        RecentRows following = next(next.apply(archive.manifest()));
        try {
            archive.commit(next, following);
        } catch (IOException e) {
            following.seal();
            following.drop();
            throw e;
        }
        recent = following;
        isSealed = false;
    }

    private void writeBaseline(Slices slices, long nowUs, List<DataFile> files) throws SQLException, IOException {
        parquet.write(connection, Dataset.BASELINE, "", "SELECT * FROM " + recent.changes(), slices)
                .ifPresent(files::add);
        String minute = "date_trunc('minute', make_timestamp(" + nowUs + "))";
        parquet.write(
                        connection,
                        Dataset.FLOW,
                        ParquetWriter.hourFolder(nowUs),
                        Rollups.flow(minute, recent.changes(), "true"),
                        slices)
                .ifPresent(files::add);
    }

    private void writeHour(long hour, Slices slices, List<DataFile> files) throws SQLException, IOException {
        String folder = ParquetWriter.hourFolder(hour);
        String condition = "ts >= make_timestamp(" + hour + ") AND ts < make_timestamp("
                + (hour + TimeUnit.HOURS.toMicros(1)) + ")";
        parquet.write(
                        connection,
                        Dataset.CHANGES,
                        folder,
                        "SELECT * FROM " + recent.changes() + " WHERE " + condition,
                        slices)
                .ifPresent(files::add);
        parquet.write(
                        connection,
                        Dataset.FLOW,
                        folder,
                        Rollups.flow("date_trunc('minute', ts)", recent.changes(), condition),
                        slices)
                .ifPresent(files::add);
        parquet.write(connection, Dataset.BLAME, folder, Rollups.blame(recent.changes(), condition), slices)
                .ifPresent(files::add);
    }

    private List<Long> hours() throws SQLException {
        List<Long> hours = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT DISTINCT epoch_us(date_trunc('hour', ts)) FROM " + recent.changes() + " ORDER BY 1")) {
            while (result.next()) {
                hours.add(result.getLong(1));
            }
        }
        return hours;
    }

    @Override
    public void close() throws SQLException {
        if (!isSealed) {
            recent.seal();
        }
        connection.close();
    }
}

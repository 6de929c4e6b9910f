// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.DataFolder;
import org.pathproof.history.files.Dataset;

/** Writes the rows of queries to Parquet files. Thread-safe; each thread passes a connection of its own. */
public final class ParquetWriter {
    private static final DateTimeFormatter HOUR_FOLDER =
            DateTimeFormatter.ofPattern("'date='yyyy-MM-dd'/hour='HH").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY_FOLDER =
            DateTimeFormatter.ofPattern("'date='yyyy-MM-dd").withZone(ZoneOffset.UTC);
    /** A multiple of DuckDB's vectors. Smaller groups are skipped more often, larger ones are compressed better. */
    private static final int ROW_GROUP_ROWS = 245_760;

    private final DataFolder folder;
    private final AtomicLong number = new AtomicLong(System.currentTimeMillis());

    /** Creates a writer of files in a folder. */
    public ParquetWriter(DataFolder folder) {
        this.folder = folder;
    }

    /**
     * The slices and the offsets of a file, in its metadata.
     *
     * @param offsets text that names the offsets after the last slice
     */
    record Slices(long first, long last, String offsets) {}

    /** Returns the folder of an hour below that of its kind of files. */
    static String hourFolder(long us) {
        return HOUR_FOLDER.format(instant(us));
    }

    /** Returns the folder of a day below that of its kind of files. */
    static String dayFolder(long us) {
        return DAY_FOLDER.format(instant(us));
    }

    private static Instant instant(long us) {
        return Instant.ofEpochSecond(TimeUnit.MICROSECONDS.toSeconds(us));
    }

    /**
     * Writes the rows of a query to a file, and forces the file to the disk.
     *
     * @param below folder below that of the kind of files; empty for none
     * @param query a SELECT with the columns of the kind of files
     * @return empty if the query has no rows, except for FLAPS: an empty file shows that no prefix flapped
     */
    Optional<DataFile> write(Connection connection, Dataset dataset, String below, String query, Slices slices)
            throws SQLException, IOException {
        String name = dataset.folder()
                + '/'
                + (below.isEmpty() ? "" : below + '/')
                + "%012d-%012d-%d.parquet".formatted(slices.first, slices.last, number.incrementAndGet());
        Path temporary = folder.temporary(name);
        try (Statement statement = connection.createStatement()) {
            statement.execute("COPY (" + query + " ORDER BY " + Columns.order(dataset) + ") TO "
                    + Engine.quote(temporary.toString())
                    + " (FORMAT parquet, PARQUET_VERSION V2, COMPRESSION zstd, ROW_GROUP_SIZE " + ROW_GROUP_ROWS
                    + ", KV_METADATA {pathproof_slices: '" + slices.first + '-' + slices.last
                    + "', pathproof_offsets: " + Engine.quote(slices.offsets) + "})");
            String time = dataset == Dataset.FLOW || dataset == Dataset.BLAME || dataset == Dataset.FLAPS ? "t0" : "ts";
            try (ResultSet result = statement.executeQuery("SELECT count(*), epoch_us(min(" + time + ")), epoch_us(max("
                    + time + ")) FROM read_parquet(" + Engine.quote(temporary.toString()) + ")")) {
                result.next();
                long rows = result.getLong(1);
                if (rows == 0 && dataset != Dataset.FLAPS) {
                    Files.delete(temporary);
                    return Optional.empty();
                }
                long min = result.getLong(2);
                long max = result.getLong(3);
                long[] written = folder.finish(name);
                return Optional.of(
                        new DataFile(name, dataset, slices.first, slices.last, min, max, rows, written[0], written[1]));
            }
        } catch (SQLException | IOException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.pathproof.history.engine.ParquetWriter.Slices;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.Dataset;
import org.pathproof.history.files.Manifest;

/**
 * Writes snapshots of all live routes, from the snapshot before and the changes since then. A restart and questions
 * about the table at a time begin with a snapshot. For one thread.
 */
final class SnapshotWriter {
    private final Archive archive;
    private final ParquetWriter parquet;
    private final long intervalUs;

    SnapshotWriter(Archive archive, ParquetWriter parquet, Duration interval) {
        this.archive = archive;
        this.parquet = parquet;
        this.intervalUs = TimeUnit.NANOSECONDS.toMicros(interval.toNanos());
    }

    /** Returns true if the newest snapshot, or the baseline, is older than the interval. */
    boolean isDue() {
        Manifest manifest = archive.manifest();
        long newest = manifest.files(Dataset.SNAPSHOT)
                .mapToLong(DataFile::maxUs)
                .max()
                .orElse(manifest.baselineUs());
        return manifest.baselineUs() > 0
                && !manifest.resync()
                && manifest.readUs() - newest > intervalUs
                && manifest.sequence() > lastSlice(manifest);
    }

    private static long lastSlice(Manifest manifest) {
        return manifest.files(Dataset.SNAPSHOT).mapToLong(DataFile::last).max().orElse(0);
    }

    /** Writes a snapshot of the slices of the current manifest. */
    void write(Connection connection) throws SQLException, IOException {
        Optional<DataFile> written;
        try (View view = archive.filesOnly()) {
            Manifest manifest = view.manifest();
            long sequence = manifest.sequence();
            String query = "SELECT ts, " + Columns.KEY + ", kind, cause, state, origin, aspa, NULL::TINYINT was_state,"
                    + " NULL::TINYINT was_origin, NULL::TINYINT was_aspa, rules, hop, fail_as, origin_as, as_path, epoch,"
                    + " part, pos FROM (" + LiveRoutes.sql(view, LiveRoutes.NOW, "true") + ")";
            written = parquet.write(connection, Dataset.SNAPSHOT, "", query, new Slices(sequence, sequence, ""))
                    .map(file -> at(file, manifest));
        }
        if (written.isPresent()) {
            List<DataFile> added = List.of(written.get());
            archive.commit(manifest -> manifest.withFiles(_ -> false, added));
        }
    }

    /** Returns the file with the time of the snapshot: that of the last change in its slices. */
    private static DataFile at(DataFile file, Manifest manifest) {
        long last = manifest.files(Dataset.CHANGES)
                .filter(changes -> changes.last() <= file.last())
                .mapToLong(DataFile::maxUs)
                .max()
                .orElse(manifest.baselineUs());
        long at = Math.max(Math.max(last, file.maxUs()), manifest.baselineUs());
        return new DataFile(
                file.name(),
                file.dataset(),
                file.first(),
                file.last(),
                at,
                at,
                file.rows(),
                file.bytes(),
                file.crc32c());
    }
}

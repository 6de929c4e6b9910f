// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.pathproof.history.changes.Cause;
import org.pathproof.history.changes.Kind;
import org.pathproof.history.engine.ParquetWriter.Slices;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.Dataset;
import org.pathproof.history.files.Manifest;

/**
 * Deletes old files: by age, and the oldest ones while all files together are too large. The newest snapshot and the
 * changes after it stay, because a restart needs them. The sums of deleted flows become one file, so that the
 * numbers of routes stay right. For one thread.
 */
final class Retention {
    private final Archive archive;
    private final ParquetWriter parquet;
    private final long ageUs;
    private final long maxBytes;

    Retention(Archive archive, ParquetWriter parquet, Duration age, long maxBytes) {
        this.archive = archive;
        this.parquet = parquet;
        this.ageUs = TimeUnit.NANOSECONDS.toMicros(age.toNanos());
        this.maxBytes = maxBytes;
    }

    /** Deletes what is too old or too much. Returns the number of deleted files. */
    int run(Connection connection, long nowUs) throws SQLException, IOException {
        Manifest manifest = archive.manifest();
        Optional<DataFile> newest = newest(manifest);
        if (newest.isEmpty()) {
            return 0;
        }
        long limit = limit(manifest, newest.get(), nowUs);
        Set<DataFile> old = old(manifest, newest.get(), limit);
        if (old.isEmpty()) {
            return 0;
        }
        List<DataFile> flows =
                old.stream().filter(file -> file.dataset() == Dataset.FLOW).toList();
        List<DataFile> sum = flows.isEmpty() ? List.of() : sum(connection, flows, limit);
        // A file of sums alone would be summed again without end.
        if (flows.size() == old.size() && flows.size() == 1) {
            return 0;
        }
        boolean forgets = old.stream().anyMatch(file -> file.dataset() == Dataset.CHANGES);
        archive.commit(current -> (forgets ? current.withForgotten(limit) : current)
                .withFiles(old::contains, sum)
                .withGaps(current.gaps().stream()
                        .filter(gap -> gap.toUs() >= nowUs - ageUs)
                        .toList()));
        return old.size();
    }

    private static Optional<DataFile> newest(Manifest manifest) {
        return manifest.files(Dataset.SNAPSHOT).max(Comparator.comparingLong(DataFile::last));
    }

    /** Returns the time before which files are deleted. */
    private long limit(Manifest manifest, DataFile newest, long nowUs) {
        long limit = nowUs - ageUs;
        long excess = manifest.bytes() - maxBytes;
        List<DataFile> oldest = manifest.files().stream()
                .filter(file -> isDeletable(file, newest))
                .sorted(Comparator.comparingLong(DataFile::maxUs))
                .toList();
        for (DataFile file : oldest) {
            if (excess <= 0) {
                break;
            }
            limit = Math.max(limit, file.maxUs() + 1);
            excess -= file.bytes();
        }
        return limit;
    }

    private static boolean isDeletable(DataFile file, DataFile newest) {
        return switch (file.dataset()) {
            case CHANGES, BASELINE -> file.last() <= newest.last();
            case SNAPSHOT -> file.last() < newest.last();
            case BLAME, FLAPS, FLOW -> file.maxUs() < newest.minUs();
            case SESSIONS -> false;
        };
    }

    private static Set<DataFile> old(Manifest manifest, DataFile newest, long limit) {
        Set<DataFile> old = new HashSet<>();
        // The newest snapshot before the limit is the beginning of the first kept period.
        long first = manifest.files(Dataset.SNAPSHOT)
                .filter(file -> file.maxUs() < limit)
                .mapToLong(DataFile::last)
                .max()
                .orElse(-1);
        for (DataFile file : manifest.files()) {
            boolean isOld = switch (file.dataset()) {
                case SNAPSHOT -> file.last() < first;
                case BASELINE -> first >= file.last();
                default -> file.maxUs() < limit;
            };
            if (isOld && isDeletable(file, newest)) {
                old.add(file);
            }
        }
        return old;
    }

    /** Writes the routes that the flows leave, as flows of one minute. */
    private List<DataFile> sum(Connection connection, List<DataFile> flows, long limit)
            throws SQLException, IOException {
        List<Path> paths = new ArrayList<>();
        flows.forEach(file -> paths.add(archive.folder().path(file)));
        long minute = limit - Math.floorMod(limit, TimeUnit.MINUTES.toMicros(1)) - TimeUnit.MINUTES.toMicros(1);
        String query = "SELECT make_timestamp(" + minute + ") t0, session, afi, " + Kind.ANNOUNCED.number()
                + "::TINYINT kind, " + Cause.BASELINE.number() + "::TINYINT cause, state, origin, aspa,"
                + " NULL::TINYINT was_state, NULL::TINYINT was_origin, NULL::TINYINT was_aspa, sum(d)::BIGINT n FROM ("
                + Rollups.stock(Engine.read(Dataset.FLOW, paths))
                + ") GROUP BY session, afi, state, origin, aspa HAVING sum(d) <> 0";
        long last = flows.stream().mapToLong(DataFile::last).max().orElse(0);
        return parquet.write(connection, Dataset.FLOW, "", query, new Slices(0, last, "")).stream()
                .toList();
    }
}

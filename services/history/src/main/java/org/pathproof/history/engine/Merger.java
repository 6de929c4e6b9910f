// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.pathproof.history.engine.ParquetWriter.Slices;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.Dataset;
import org.pathproof.history.files.Manifest;

/**
 * Merges the files of slices: changes and rollups of an hour to one file, flows of a day to hours in one file. Files of
 * changes from before and after a snapshot stay separate. Damaged files are set aside instead of merged. For one
 * thread.
 */
final class Merger {
    /** Time after the end of an hour in which its last changes arrive. */
    private static final long GRACE_US = TimeUnit.MINUTES.toMicros(2);

    /** Number of files of an open hour from which on they are merged. */
    private static final int MAX_SMALL_FILES = 20;

    private static final int MAX_SESSION_FILES = 30;
    private static final long DAY_US = TimeUnit.DAYS.toMicros(1);
    private static final long HOUR_US = TimeUnit.HOURS.toMicros(1);

    private final Archive archive;
    private final ParquetWriter parquet;

    Merger(Archive archive, ParquetWriter parquet) {
        this.archive = archive;
        this.parquet = parquet;
    }

    /** Merges what is due. Returns the number of files that were replaced. */
    int run(Connection connection, long nowUs) throws SQLException, IOException {
        int replaced = 0;
        for (Dataset dataset : new Dataset[] {Dataset.CHANGES, Dataset.FLOW, Dataset.BLAME}) {
            for (List<DataFile> files : groups(archive.manifest(), dataset).values()) {
                if (isDue(files, nowUs)) {
                    replaced += merge(connection, dataset, files, nowUs);
                }
            }
        }
        writeFlaps(connection, nowUs);
        List<DataFile> sessions = archive.manifest().files(Dataset.SESSIONS).toList();
        if (sessions.size() > MAX_SESSION_FILES) {
            replaced += merge(connection, Dataset.SESSIONS, sessions, nowUs);
        }
        return replaced + mergeDays(connection, nowUs);
    }

    /** Returns the files that can be merged, by folder and by the snapshots before them. */
    private static Map<String, List<DataFile>> groups(Manifest manifest, Dataset dataset) {
        Map<String, List<DataFile>> groups = new TreeMap<>();
        manifest.files(dataset).forEach(file -> {
            long snapshots = dataset != Dataset.CHANGES
                    ? 0
                    : manifest.files(Dataset.SNAPSHOT)
                            .filter(snapshot -> snapshot.last() < file.first())
                            .count();
            groups.computeIfAbsent(folder(file) + ' ' + snapshots, _ -> new ArrayList<>())
                    .add(file);
        });
        return groups;
    }

    private static String folder(DataFile file) {
        return file.name().substring(0, file.name().lastIndexOf('/'));
    }

    private static boolean isDue(List<DataFile> files, long nowUs) {
        return files.size() >= MAX_SMALL_FILES || files.size() > 1 && isOver(files.getFirst(), nowUs);
    }

    /** Returns true if the hour of a file is over. */
    private static boolean isOver(DataFile file, long nowUs) {
        return FlapHours.hour(file) + HOUR_US + GRACE_US < nowUs;
    }

    private int merge(Connection connection, Dataset dataset, List<DataFile> files, long nowUs)
            throws SQLException, IOException {
        List<DataFile> intact = intact(files, nowUs);
        if (intact.size() < 2) {
            return 0;
        }
        String source = Engine.read(dataset, paths(intact));
        String query = switch (dataset) {
            case FLOW -> Rollups.mergedFlow(source, "t0");
            case BLAME -> Rollups.mergedBlame(source);
            default -> "SELECT * FROM " + source;
        };
        String folder = folder(intact.getFirst());
        String below = folder.contains("/") ? folder.substring(folder.indexOf('/') + 1) : "";
        replace(intact, parquet.write(connection, dataset, below, query, slices(intact)));
        return intact.size();
    }

    private void replace(List<DataFile> files, Optional<DataFile> merged) throws IOException {
        archive.commit(
                manifest -> manifest.withFiles(files::contains, merged.stream().toList()));
    }

    private List<Path> paths(List<DataFile> files) {
        return files.stream().map(archive.folder()::path).toList();
    }

    private List<DataFile> intact(List<DataFile> files, long nowUs) throws IOException {
        List<DataFile> intact = new ArrayList<>();
        for (DataFile file : files) {
            if (archive.folder().isIntact(file)) {
                intact.add(file);
            } else {
                archive.setAside(file, nowUs);
            }
        }
        return intact;
    }

    private static Slices slices(List<DataFile> files) {
        return new Slices(
                files.stream().mapToLong(DataFile::first).min().orElseThrow(),
                files.stream().mapToLong(DataFile::last).max().orElseThrow(),
                "");
    }

    /** Writes the flapping prefixes of each hour that is over and has changes that its file of flaps lacks. */
    private void writeFlaps(Connection connection, long nowUs) throws SQLException, IOException {
        for (Map.Entry<Long, List<DataFile>> hour :
                FlapHours.uncovered(archive.manifest()).entrySet()) {
            List<DataFile> files = hour.getValue();
            if (!isOver(files.getFirst(), nowUs)) {
                continue;
            }
            DataFile flaps = parquet.write(
                            connection,
                            Dataset.FLAPS,
                            ParquetWriter.hourFolder(hour.getKey()),
                            Rollups.flaps(Engine.read(Dataset.CHANGES, paths(files)), "true"),
                            slices(files))
                    .map(file -> FlapHours.at(file, hour.getKey()))
                    .orElseThrow();
            archive.commit(manifest -> manifest.withFiles(
                    file -> file.dataset() == Dataset.FLAPS && file.minUs() == hour.getKey(), List.of(flaps)));
        }
    }

    /** Merges the flows of each day before yesterday to hours. */
    private int mergeDays(Connection connection, long nowUs) throws SQLException, IOException {
        Map<String, List<DataFile>> days = new TreeMap<>();
        archive.manifest()
                .files(Dataset.FLOW)
                .filter(file -> file.maxUs() < nowUs - nowUs % DAY_US - DAY_US)
                .filter(file -> folder(file).contains("/hour="))
                .forEach(file -> days.computeIfAbsent(ParquetWriter.dayFolder(file.minUs()), _ -> new ArrayList<>())
                        .add(file));
        int replaced = 0;
        for (Map.Entry<String, List<DataFile>> day : days.entrySet()) {
            List<DataFile> intact = intact(day.getValue(), nowUs);
            if (!intact.isEmpty()) {
                String query = Rollups.mergedFlow(Engine.read(Dataset.FLOW, paths(intact)), "date_trunc('hour', t0)");
                replace(intact, parquet.write(connection, Dataset.FLOW, day.getKey(), query, slices(intact)));
                replaced += intact.size();
            }
        }
        return replaced;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.DataFolder;
import org.pathproof.history.files.Dataset;
import org.pathproof.history.files.Manifest;

/**
 * The history at one moment: the files of a manifest, and the rows in memory that came after them. Files and tables
 * stay readable until the view is closed.
 */
public final class View implements AutoCloseable {
    private final Manifest manifest;
    private final DataFolder folder;
    private final @Nullable RecentRows recent;
    private final Runnable release;

    View(Manifest manifest, DataFolder folder, @Nullable RecentRows recent, Runnable release) {
        this.manifest = manifest;
        this.folder = folder;
        this.recent = recent;
        this.release = release;
    }

    /** Returns the manifest. */
    public Manifest manifest() {
        return manifest;
    }

    /** Returns the files of a kind that satisfy a condition, as an SQL expression. */
    String files(Dataset dataset, Predicate<DataFile> condition) {
        return Engine.read(dataset, paths(manifest.files(dataset).filter(condition)));
    }

    private List<Path> paths(Stream<DataFile> files) {
        return files.map(folder::path).toList();
    }

    /**
     * Returns the changes that can lie in a period, as an SQL expression in parentheses, with the columns of
     * {@code changes}. Both ends are included. The caller restricts {@code ts}.
     *
     * @param columns the columns to read, separated by commas
     * @param condition a condition in SQL for each row
     */
    public String changes(String columns, long fromUs, long toUs, String condition) {
        return changes(columns, fromUs, toUs, condition, condition);
    }

    /** Returns the same with a condition for rows of files and another one for rows in memory. */
    public String changes(String columns, long fromUs, long toUs, String ofFiles, String inMemory) {
        String files = files(Dataset.CHANGES, file -> file.overlaps(fromUs, toUs));
        return union(columns, files, ofFiles, recent(Dataset.CHANGES), inMemory);
    }

    /** Returns the changes in slices after a slice, as {@link #changes} does. */
    String changesAfter(long slice, String columns, String condition) {
        String files = files(Dataset.CHANGES, file -> file.first() > slice);
        return union(columns, files, recent(Dataset.CHANGES), condition);
    }

    /** Returns the rows from before the history, as an SQL expression in parentheses. */
    public String baseline(String columns, String condition) {
        return union(columns, files(Dataset.BASELINE, _ -> true), recent(Dataset.BASELINE), condition);
    }

    /** Returns the events of sessions, as an SQL expression in parentheses. */
    public String sessions(String columns) {
        return union(columns, files(Dataset.SESSIONS, _ -> true), recent == null ? null : recent.sessions(), "true");
    }

    /** Returns the files of a rollup that can have rows in a period, as an SQL expression. */
    public String rollup(Dataset dataset, long fromUs, long toUs) {
        return files(dataset, file -> file.overlaps(fromUs, toUs));
    }

    /** Returns the table of the rows in memory, if they belong to a kind of files; null otherwise. */
    public @Nullable String recent(Dataset dataset) {
        return recent == null || recent.dataset() != dataset ? null : recent.changes();
    }

    private static String union(String columns, String files, @Nullable String table, String condition) {
        return union(columns, files, condition, table, condition);
    }

    private static String union(String columns, String files, String ofFiles, @Nullable String table, String inMemory) {
        String stored = "SELECT " + columns + " FROM " + files + " WHERE " + ofFiles;
        return table == null
                ? "(" + stored + ")"
                : "(" + stored + " UNION ALL SELECT " + columns + " FROM " + table + " WHERE " + inMemory + ")";
    }

    @Override
    public void close() {
        release.run();
    }
}

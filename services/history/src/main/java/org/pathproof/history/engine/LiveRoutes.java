// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.util.Comparator;
import java.util.Optional;
import org.pathproof.history.changes.Kind;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.Dataset;
import org.pathproof.history.files.Manifest;

/**
 * Computes the live routes at a time: those of a snapshot before it, or of the baseline, and the last change of each
 * route since then. No file has slices from before and after a snapshot ({@link Merger}), so each change in a file that
 * is not part of the snapshot is newer than the snapshot.
 */
public final class LiveRoutes {
    /** A time after all changes. */
    public static final long NOW = Long.MAX_VALUE;

    /** Columns of the result, with {@link Columns#KEY} before them. */
    public static final String COLUMNS = Columns.VERDICT;

    private static final long NO_SLICE = 0;

    /** Order of the changes of a route. A record that ends a dead route and announces it again has two changes. */
    static final String LATEST = "pos * 2 + (kind <> " + Kind.WITHDRAWN.number() + ")::BIGINT";

    private static final String STRUCT = "{ts: ts, kind: kind, cause: cause, state: state, origin: origin, aspa: aspa,"
            + " rules: rules, hop: hop, fail_as: fail_as, origin_as: origin_as, as_path: as_path, epoch: epoch,"
            + " part: part, pos: pos}";

    private LiveRoutes() {}

    /** Returns the time since which {@link #sql} has all routes, microseconds since 1970; 0 if there is none yet. */
    public static long knownSinceUs(Manifest manifest) {
        return manifest.files(Dataset.BASELINE).findAny().isPresent()
                        || manifest.files(Dataset.SNAPSHOT).findAny().isEmpty()
                ? manifest.baselineUs()
                : manifest.files(Dataset.SNAPSHOT)
                        .mapToLong(DataFile::minUs)
                        .min()
                        .orElse(manifest.baselineUs());
    }

    /**
     * Returns the query of the live routes, with the columns of {@link Columns#KEY} and {@link #COLUMNS}.
     *
     * @param atUs time, microseconds since 1970, or {@link #NOW}
     * @param condition a condition in SQL for the columns of the key
     */
    public static String sql(View view, long atUs, String condition) {
        Optional<DataFile> base = base(view.manifest(), atUs);
        long after = base.map(DataFile::last).orElse(NO_SLICE);
        String limited = atUs == NOW ? condition : condition + " AND ts <= make_timestamp(" + atUs + ")";
        String columns = Columns.KEY + ", " + Columns.VERDICT;
        String changes = view.changesAfter(after, columns, limited);
        String source = base.isPresent()
                ? changes
                : "(SELECT * FROM " + changes + " UNION ALL SELECT * FROM " + view.baseline(columns, condition) + ")";
        String snapshot = base.isPresent()
                ? view.files(Dataset.SNAPSHOT, file -> file.last() == after)
                : Engine.empty(Dataset.SNAPSHOT);
        return "WITH latest AS MATERIALIZED (SELECT " + Columns.KEY + ", arg_max(" + STRUCT + ", " + LATEST
                + ") v FROM "
                + source + " GROUP BY " + Columns.KEY + ") SELECT " + columns + " FROM " + snapshot
                + " ANTI JOIN latest USING (" + Columns.KEY + ") WHERE " + condition + " UNION ALL SELECT "
                + Columns.KEY + ", unnest(v) FROM latest WHERE v.kind <> " + Kind.WITHDRAWN.number();
    }

    /** Returns the newest snapshot that has no change after a time. */
    private static Optional<DataFile> base(Manifest manifest, long atUs) {
        return manifest.files(Dataset.SNAPSHOT)
                .filter(file -> file.maxUs() <= atUs)
                .max(Comparator.comparingLong(DataFile::last));
    }
}

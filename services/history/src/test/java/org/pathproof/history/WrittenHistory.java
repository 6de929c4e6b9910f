// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.pathproof.history.changes.Cause;
import org.pathproof.history.changes.Kind;
import org.pathproof.history.changes.RouteAddress;
import org.pathproof.history.files.DataFolder;
import org.pathproof.history.files.Dataset;
import org.pathproof.history.files.Manifest;
import org.pathproof.history.files.ManifestStore;

/** Reads the files of a history without the history's own queries. No process may use the folder. */
final class WrittenHistory {
    private WrittenHistory() {}

    /** Returns the manifest of a folder. */
    static Manifest manifest(Path folder) throws IOException {
        try (DataFolder opened = DataFolder.open(folder)) {
            return ManifestStore.open(opened).current();
        }
    }

    /** Returns all changes in the form of {@link HistoryModel}, in the order of partitions and positions. */
    static List<String> changes(Path folder) throws IOException, SQLException {
        return rows(folder, Dataset.CHANGES);
    }

    /** Returns the rows of a kind of files. */
    static List<String> rows(Path folder, Dataset dataset) throws IOException, SQLException {
        List<String> files = manifest(folder)
                .files(dataset)
                .map(file -> "'" + folder.resolve(file.name()) + "'")
                .toList();
        List<String> changes = new ArrayList<>();
        if (files.isEmpty()) {
            return changes;
        }
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM read_parquet([" + String.join(", ", files)
                        + "]) ORDER BY part, pos, kind <> 1")) {
            while (row.next()) {
                changes.add(change(row));
            }
        }
        return changes;
    }

    private static String change(ResultSet row) throws SQLException {
        long position = row.getLong("pos");
        StringBuilder text = new StringBuilder()
                .append(row.getInt("part"))
                .append(':')
                .append(position & 0xffff_ffff_ffffL)
                .append(' ')
                .append(RouteAddress.prefix(
                        row.getInt("afi"), row.getLong("net"), row.getLong("net_lo"), row.getInt("len")))
                .append(' ')
                .append(row.getLong("path_id"))
                .append(' ')
                .append("%016x".formatted(row.getLong("session")).substring(0, 2))
                .append(' ')
                .append(constant(Kind.values(), Kind::number, row.getInt("kind")))
                .append(' ')
                .append(constant(Cause.values(), Cause::number, row.getInt("cause")));
        if (row.getInt("kind") != Kind.WITHDRAWN.number()) {
            text.append(' ').append(states(row, "")).append(" [");
            for (String asn : row.getString("as_path").split(" ", -1)) {
                text.append(asn).append(' ');
            }
            text.append("] ");
            String rules = row.getString("rules");
            if (rules != null) {
                text.append(rules).append(row.getLong("fail_as"));
            }
        }
        if (row.getInt("kind") != Kind.ANNOUNCED.number()) {
            text.append(" was ").append(states(row, "was_"));
        }
        return text.toString();
    }

    private static <E> E constant(E[] constants, ToIntFunction<E> number, int wanted) {
        return Arrays.stream(constants)
                .filter(constant -> number.applyAsInt(constant) == wanted)
                .findFirst()
                .orElseThrow();
    }

    private static String states(ResultSet row, String prefix) throws SQLException {
        return row.getInt(prefix + "state") + "/" + row.getInt(prefix + "origin") + "/" + row.getInt(prefix + "aspa");
    }
}

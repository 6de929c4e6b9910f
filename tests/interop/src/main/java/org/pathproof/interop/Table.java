// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.util.ArrayList;
import java.util.List;

/** A table of cases. */
final class Table {
    private final String title;
    private final List<String> columns;
    private final List<Row> rows = new ArrayList<>();

    /**
     * One case.
     *
     * @param cells one text for each column
     * @param failed true if the program is installed and a check failed
     */
    record Row(List<String> cells, boolean failed) {
        /** Returns the row of a program that is not installed: the reason is in the first column after the names. */
        static Row absent(int columns, List<String> names, String reason) {
            List<String> cells = new ArrayList<>(names);
            cells.add(reason);
            while (cells.size() < columns) {
                cells.add("");
            }
            return new Row(cells, false);
        }
    }

    Table(String title, String... columns) {
        this.title = title;
        this.columns = List.of(columns);
    }

    void add(Row row) {
        if (row.cells().size() != columns.size()) {
            throw new IllegalArgumentException(
                    row.cells() + ": " + row.cells().size() + " cells instead of " + columns.size());
        }
        rows.add(row);
    }

    int failed() {
        return (int) rows.stream().filter(Row::failed).count();
    }

    int size() {
        return rows.size();
    }

    String markdown() {
        StringBuilder text = new StringBuilder("## " + title + "\n\n");
        text.append(line(columns))
                .append("|")
                .append("---|".repeat(columns.size()))
                .append('\n');
        rows.forEach(row -> text.append(line(row.cells())));
        return text.toString();
    }

    private static String line(List<String> cells) {
        return "| "
                + String.join(
                        " | ",
                        cells.stream()
                                .map(cell -> cell.replace("|", "\\|").replaceAll("\\s+", " "))
                                .toList())
                + " |\n";
    }
}

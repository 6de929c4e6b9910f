// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.io;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Prints JSON objects as lines of columns. The first {@value #MEASURED_ROWS} rows determine the widths of the columns,
 * so that long responses are printed while they arrive.
 */
public final class Table {
    private static final int MEASURED_ROWS = 500;
    private static final String GAP = "  ";

    private final List<Column> columns;

    /**
     * A column.
     *
     * @param title in capitals
     * @param text function from a row to its cell, which is empty if the row lacks the value
     */
    public record Column(String title, Function<JsonNode, String> text) {
        /** Returns a column for a member, by its JSON pointer (RFC 6901). */
        public static Column of(String title, String pointer) {
            return new Column(title, row -> cell(row.at(pointer)));
        }
    }

    public Table(Column... columns) {
        this.columns = List.of(columns);
    }

    /** Prints a line of titles and one line for each row. Returns the number of rows. */
    public long print(Stream<JsonNode> rows, PrintWriter out) {
        List<List<String>> measured = new ArrayList<>();
        int[] widths =
                columns.stream().mapToInt(column -> column.title().length()).toArray();
        long count = 0;
        for (var all = rows.iterator(); all.hasNext(); ) {
            JsonNode row = all.next();
            List<String> cells =
                    columns.stream().map(column -> column.text().apply(row)).toList();
            count++;
            if (measured.size() < MEASURED_ROWS) {
                measured.add(cells);
                for (int i = 0; i < widths.length; i++) {
                    widths[i] = Math.max(widths[i], cells.get(i).length());
                }
                if (measured.size() == MEASURED_ROWS) {
                    printAll(measured, widths, out);
                }
            } else {
                printLine(cells, widths, out);
            }
        }
        if (count < MEASURED_ROWS) {
            printAll(measured, widths, out);
        }
        out.flush();
        return count;
    }

    private void printAll(List<List<String>> rows, int[] widths, PrintWriter out) {
        printLine(columns.stream().map(Column::title).toList(), widths, out);
        rows.forEach(cells -> printLine(cells, widths, out));
    }

    private static void printLine(List<String> cells, int[] widths, PrintWriter out) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            line.append(cell)
                    .append(" ".repeat(Math.max(0, widths[i] - cell.length())))
                    .append(GAP);
        }
        out.println(line.toString().stripTrailing());
    }

    /** Returns a value as text: lists separated by spaces, and empty for missing values. */
    public static String cell(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (value.isArray()) {
            List<String> members = new ArrayList<>();
            value.forEach(member -> members.add(cell(member)));
            return String.join(" ", members);
        }
        return printable(value.asString());
    }

    /** Replaces control characters, so that text from the network cannot control a terminal. */
    public static String printable(String text) {
        return text.codePoints().allMatch(c -> !Character.isISOControl(c))
                ? text
                : Arrays.stream(text.codePoints()
                                .map(c -> Character.isISOControl(c) ? '\ufffd' : c)
                                .toArray())
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }
}

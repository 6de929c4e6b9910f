// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a result: each is a row of a table in Markdown and a member of a JSON object.
 *
 * @param <R> type of a result, for example a record
 */
public final class Figures<R> {
    private final List<Figure<R>> figures = new ArrayList<>();

    /**
     * A figure.
     *
     * @param key member of the JSON object; null for a figure of the table alone
     * @param name row of the table; null for a figure of the JSON object alone
     */
    private record Figure<R>(
            @Nullable String key,
            @Nullable String name,
            Function<R, @Nullable Object> value,
            Function<R, String> cell) {}

    /**
     * Adds a number. Results without the number have an empty cell and no member.
     *
     * @param key member of the JSON object
     * @param name row of the table, with the unit
     * @param format format of the cell, for one double value
     * @param value the number in the unit of the JSON object; null or NaN if a result has none
     */
    public Figures<R> number(String key, String name, String format, Function<R, @Nullable Number> value) {
        return number(key, name, format, 1, value);
    }

    /**
     * Adds a number that the table has in another unit.
     *
     * @param unit number of units of the JSON object in one unit of the table, such as 1,048,576 for bytes and MiB
     */
    public Figures<R> number(String key, String name, String format, double unit, Function<R, @Nullable Number> value) {
        figures.add(new Figure<>(
                key,
                name,
                result -> known(value.apply(result)).orElse(null),
                result -> known(value.apply(result))
                        .map(number -> String.format(Locale.ROOT, format, number.doubleValue() / unit))
                        .orElse("")));
        return this;
    }

    /** Adds a row that only the table has. */
    public Figures<R> row(String name, Function<R, String> cell) {
        figures.add(new Figure<>(null, name, _ -> null, cell));
        return this;
    }

    /** Adds a member that only the JSON object has. Results with the value null do not have it. */
    public Figures<R> member(String key, Function<R, @Nullable Object> value) {
        figures.add(new Figure<>(key, null, value, _ -> ""));
        return this;
    }

    private static Optional<Number> known(@Nullable Number number) {
        return number == null || Double.isNaN(number.doubleValue()) ? Optional.empty() : Optional.of(number);
    }

    /** Returns the members of a result. */
    public Map<String, Object> json(R result) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (Figure<R> figure : figures) {
            Object value = figure.value().apply(result);
            if (figure.key() != null && value != null) {
                members.put(figure.key(), value);
            }
        }
        return members;
    }

    /**
     * Returns the table in Markdown: a column for each result.
     *
     * @param heading heading of the column of a result
     */
    public String table(List<R> results, Function<R, String> heading) {
        StringBuilder table = new StringBuilder(row("figure", results, heading));
        table.append("|---|").append("---|".repeat(results.size())).append('\n');
        for (Figure<R> figure : figures) {
            if (figure.name() != null) {
                table.append(row(figure.name(), results, figure.cell()));
            }
        }
        return table.toString();
    }

    private static <R> String row(String name, List<R> results, Function<R, String> cell) {
        return results.stream().map(cell).collect(Collectors.joining(" | ", "| " + name + " | ", " |\n"));
    }
}

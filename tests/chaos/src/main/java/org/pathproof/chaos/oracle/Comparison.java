// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.pathproof.chaos.load.RouteName;

/**
 * The differences between the table of a reader and that of the oracle.
 *
 * @param rows number of rows that were compared
 * @param lost routes that the reader does not have
 * @param wrong routes that differ, or that the reader should not have
 */
public record Comparison(int rows, List<String> lost, List<String> wrong) {
    /** Compares two tables row by row. */
    public static Comparison of(Map<RouteName, Row> expected, Map<RouteName, Row> seen) {
        List<String> lost = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        expected.forEach((name, row) -> {
            Row other = seen.get(name);
            if (other == null) {
                lost.add(name + ": " + row);
            } else if (!other.equals(row)) {
                wrong.add(name + ": " + other + " instead of " + row);
            }
        });
        seen.forEach((name, row) -> {
            if (!expected.containsKey(name)) {
                wrong.add(name + ": " + row + ", which was withdrawn");
            }
        });
        return new Comparison(Math.max(expected.size(), seen.size()), lost, wrong);
    }

    /** Returns the differences of both comparisons. */
    public Comparison plus(Comparison other) {
        return new Comparison(
                rows + other.rows,
                Stream.concat(lost.stream(), other.lost.stream()).toList(),
                Stream.concat(wrong.stream(), other.wrong.stream()).toList());
    }

    public boolean agrees() {
        return lost.isEmpty() && wrong.isEmpty();
    }
}

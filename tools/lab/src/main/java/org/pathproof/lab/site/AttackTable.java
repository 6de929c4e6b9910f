// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.site;

import java.io.PrintWriter;
import java.util.List;
import org.pathproof.lab.attacks.Attack;
import org.pathproof.lab.site.LabRun.Row;

/** Prints the verdicts on the attacks of a lab as a table. */
public final class AttackTable {
    /** Start of the names of attacks with signatures beside AS_PATH. */
    private static final String DUAL_PATH = "dual-path";

    private AttackTable() {}

    public static void print(List<Row> rows, PrintWriter out) {
        int name = width(rows.stream().map(Row::name).toList(), "attack");
        int expected = width(rows.stream().map(Row::expected).toList(), "expected");
        String format = "%-4s%-" + name + "s  %-" + expected + "s  %s%n";
        out.printf(format, "", "attack", "expected", "got");
        out.println("-".repeat(4 + name + 2 + expected + 2 + expected));
        for (Row row : rows) {
            out.printf(format, row.agrees() ? "ok" : "!!", row.name(), row.expected(), row.got());
        }
        List<Row> wrong = rows.stream().filter(row -> !row.agrees()).toList();
        if (wrong.isEmpty()) {
            out.printf("%nAll %d rows agree.%n", rows.size());
        } else {
            out.printf("%n%d of %d rows DISAGREE:%n", wrong.size(), rows.size());
            wrong.forEach(row -> out.printf("  %s: %s%n", row.name(), row.description()));
            if (wrong.stream().anyMatch(row -> row.name().startsWith(DUAL_PATH))) {
                out.printf(
                        "The attacks %s* need this setting of the collector: pathproof.collector.dual-path-peers: [AS%d]%n",
                        DUAL_PATH, Attack.Session.DUAL_PATH.neighbor());
            }
        }
        out.flush();
    }

    private static int width(List<String> column, String head) {
        return column.stream().mapToInt(String::length).reduce(head.length(), Math::max);
    }
}

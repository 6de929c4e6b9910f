// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.Table;
import org.pathproof.cli.io.Table.Column;
import tools.jackson.databind.JsonNode;

/** Tables of the answers of the history, each with lines that sum it up. */
final class HistoryTables {
    /** Warning about an answer that has not all rows. */
    static final String MORE_ROWS = "there are more rows; a larger --limit shows more";

    static final Table ROUTES = new Table(
            new Column("PREFIX", Tables::prefix),
            Column.of("STATE", "/state"),
            Column.of("ORIGIN", "/origin"),
            Column.of("ASPA", "/aspa"),
            new Column("ROUTER", HistoryTables::router),
            new Column("PEER", HistoryTables::peer),
            Column.of("VIEW", "/view"),
            Column.of("AS PATH", "/as_path"),
            Column.of("RULES", "/rules"),
            Column.of("CULPRIT", "/asn"),
            Column.of("SINCE", "/since"));

    static final Table TOP_PREFIXES = new Table(
            new Column("PREFIX", Tables::prefix),
            Column.of("CHANGES", "/changes"),
            Column.of("WITHDRAWN", "/withdrawn"),
            Column.of("TURNED NOT_VALID", "/turned_not_valid"),
            Column.of("SESSIONS", "/sessions"));

    static final Table SESSIONS = new Table(
            Column.of("TIME", "/timestamp"),
            new Column("ROUTER", HistoryTables::router),
            new Column("PEER", HistoryTables::peer),
            Column.of("PEER AS", "/peer_asn"),
            Column.of("VIEW", "/view"),
            Column.of("STATE", "/state"),
            Column.of("REASON", "/reason"),
            Column.of("COLLECTOR", "/collector"));

    private static final Table CHANGES = new Table(
            Column.of("TIME", "/timestamp"),
            Column.of("KIND", "/kind"),
            Column.of("CAUSE", "/cause"),
            new Column("PREFIX", Tables::prefix),
            new Column("ROUTER", HistoryTables::router),
            new Column("PEER", HistoryTables::peer),
            Column.of("WAS", "/was_state"),
            Column.of("STATE", "/state"),
            Column.of("ORIGIN", "/origin"),
            Column.of("AS PATH", "/as_path"),
            Column.of("RULES", "/rules"),
            Column.of("CULPRIT", "/asn"));

    private static final Table TOP_SESSIONS = new Table(
            new Column("ROUTER", HistoryTables::router),
            new Column("PEER", HistoryTables::peer),
            Column.of("CHANGES", "/changes"),
            Column.of("ANNOUNCED", "/announced"),
            Column.of("WITHDRAWN", "/withdrawn"),
            Column.of("PATH CHANGED", "/path_changed"),
            Column.of("REVALIDATED", "/revalidated"),
            Column.of("TURNED NOT_VALID", "/turned_not_valid"),
            Column.of("ORIGIN INVALID", "/turned_origin_invalid"),
            Column.of("ASPA INVALID", "/turned_aspa_invalid"));

    private static final Table TOP_CULPRITS = new Table(
            new Column("CULPRIT", HistoryTables::culprit),
            Column.of("TURNED NOT_VALID", "/turned_not_valid"),
            Column.of("SESSIONS", "/sessions"));

    private static final Table COVERAGE = new Table(
            Column.of("TIME", "/timestamp"),
            Column.of("GROUP", "/group"),
            Column.of("ROUTES", "/routes"),
            Column.of("VALID", "/valid"),
            Column.of("NOT_VALID", "/not_valid"),
            Column.of("UNSIGNED", "/unsigned"),
            new Column("SIGNED", row -> percent(row.path("signed_share"))),
            new Column("ORIGIN VALID", row -> percent(row.path("origin_valid_share"))),
            Column.of("ORIGIN INVALID", "/origin_invalid"),
            new Column("ASPA VALID", row -> percent(row.path("aspa_valid_share"))),
            Column.of("ASPA INVALID", "/aspa_invalid"));

    private HistoryTables() {}

    /** Returns a printer of the rows of a member, followed by warnings. */
    static TablePrinter of(String rows, Table table) {
        return (answer, out) -> {
            table.print(answer.path(rows).valueStream(), out);
            warn(answer, out);
        };
    }

    /** Prints the life of a prefix, and a line for each route that is not valid at the end of the period. */
    static void printLife(JsonNode answer, PrintWriter out) {
        JsonNode before = answer.path("routes_at_start");
        if (!before.isEmpty()) {
            out.println("Routes at " + Table.cell(answer.path("from")) + ":");
            ROUTES.print(before.valueStream(), out);
            out.println();
        }
        CHANGES.print(answer.path("changes").valueStream(), out);
        warn(answer, out);
        if (answer.path("truncated").asBoolean()) {
            return; // The newest changes are missing, so the routes at the end are unknown.
        }
        List<String> faults = faults(before, answer.path("changes"));
        faults.forEach(out::println);
        if (faults.isEmpty()) {
            out.println("no route of these is NOT_VALID or invalid at " + Table.cell(answer.path("to")));
        }
        out.flush();
    }

    /** A route that is not valid: its newest record, and the start of this time. */
    private record Fault(JsonNode row, String since) {}

    private static List<String> faults(JsonNode before, JsonNode changes) {
        Map<String, Fault> faults = new LinkedHashMap<>();
        before.forEach(route -> {
            if (isFaulty(route)) {
                faults.put(route(route), new Fault(route, "at least " + Table.cell(route.path("since"))));
            }
        });
        changes.forEach(change -> {
            String route = route(change);
            Fault earlier = faults.get(route);
            if (!isFaulty(change)) {
                faults.remove(route);
            } else {
                String since = earlier == null ? Table.cell(change.path("timestamp")) : earlier.since();
                faults.put(route, new Fault(change, since));
            }
        });
        return faults.values().stream()
                .map(fault -> Tables.prefix(fault.row()) + " from " + peer(fault.row()) + " at " + router(fault.row())
                        + " is " + reason(fault.row()) + " since " + fault.since())
                .toList();
    }

    private static boolean isFaulty(JsonNode row) {
        return has(row, "state", "NOT_VALID") || has(row, "origin", "invalid") || has(row, "aspa", "invalid");
    }

    private static boolean has(JsonNode row, String name, String value) {
        return Table.cell(row.path(name)).equals(value);
    }

    private static String route(JsonNode row) {
        return Tables.prefix(row) + " " + Table.cell(row.path("session"));
    }

    private static String reason(JsonNode row) {
        List<String> reasons = new ArrayList<>();
        if (has(row, "state", "NOT_VALID")) {
            String asn = Table.cell(row.path("asn"));
            reasons.add("NOT_VALID (" + Table.cell(row.path("rules")) + (asn.isEmpty() ? "" : ", AS " + asn) + ")");
        }
        if (has(row, "origin", "invalid")) {
            reasons.add("origin invalid (AS " + Table.cell(row.path("origin_as")) + ")");
        }
        if (has(row, "aspa", "invalid")) {
            reasons.add("ASPA invalid (path " + Table.cell(row.path("as_path")) + ")");
        }
        return String.join(", ", reasons);
    }

    /** Prints changes, and their numbers by kind. */
    static void printChanges(JsonNode answer, PrintWriter out) {
        JsonNode changes = answer.path("changes");
        CHANGES.print(changes.valueStream(), out);
        Map<String, Integer> kinds = new TreeMap<>();
        int broken = 0;
        for (JsonNode change : changes) {
            kinds.merge(Table.cell(change.path("kind")), 1, Integer::sum);
            if (has(change, "state", "NOT_VALID") && !has(change, "was_state", "NOT_VALID")) {
                broken++;
            }
        }
        List<String> counts = new ArrayList<>();
        kinds.forEach((kind, count) -> counts.add(count + " " + kind));
        out.println(changes.size() + " changes from " + Table.cell(answer.path("from")) + " to "
                + Table.cell(answer.path("to")) + (counts.isEmpty() ? "" : ": " + String.join(", ", counts)) + "; "
                + broken + " turned NOT_VALID");
        warn(answer, out);
    }

    /** Prints a top list. Its first row determines the columns. */
    static void printTop(JsonNode answer, PrintWriter out) {
        JsonNode first = answer.path("top").path(0);
        Table table = first.has("prefix")
                ? TOP_PREFIXES
                : first.has("asn") || first.has("rule") ? TOP_CULPRITS : TOP_SESSIONS;
        if (first.isMissingNode()) {
            out.println("no changes from " + Table.cell(answer.path("from")) + " to " + Table.cell(answer.path("to")));
        } else {
            table.print(answer.path("top").valueStream(), out);
        }
        warn(answer, out);
    }

    /** Prints points over time, and the change of the shares of each group. */
    static void printCoverage(JsonNode answer, PrintWriter out) {
        JsonNode points = answer.path("points");
        COVERAGE.print(points.valueStream(), out);
        Map<String, JsonNode> firsts = new LinkedHashMap<>();
        Map<String, JsonNode> lasts = new LinkedHashMap<>();
        for (JsonNode point : points) {
            String group = Table.cell(point.path("group"));
            if (!point.path("signed_share").isNull()) {
                firsts.putIfAbsent(group, point);
            }
            lasts.put(group, point);
        }
        firsts.forEach((group, first) -> {
            JsonNode last = lasts.getOrDefault(group, first);
            out.println((group.isEmpty() ? "trend" : "trend of " + group) + ": routes "
                    + Table.cell(first.path("routes")) + " to " + Table.cell(last.path("routes")) + ", signed "
                    + trend(first, last, "signed_share") + ", origin valid "
                    + trend(first, last, "origin_valid_share") + ", ASPA valid "
                    + trend(first, last, "aspa_valid_share"));
        });
        warn(answer, out);
    }

    private static String trend(JsonNode first, JsonNode last, String share) {
        double points = 100 * (last.path(share).asDouble(0) - first.path(share).asDouble(0));
        return percent(first.path(share)) + " to " + percent(last.path(share))
                + String.format(Locale.ROOT, " (%+.1f points)", points);
    }

    private static String percent(JsonNode share) {
        return share.isNumber() ? String.format(Locale.ROOT, "%.1f %%", 100 * share.asDouble()) : "-";
    }

    private static String router(JsonNode row) {
        return name(row, "router_name", "router_ip");
    }

    private static String peer(JsonNode row) {
        return name(row, "peer_name", "peer_ip");
    }

    private static String name(JsonNode row, String name, String address) {
        String text = Table.cell(row.path(name));
        return text.isEmpty() ? Table.cell(row.path(address)) : text;
    }

    private static String culprit(JsonNode row) {
        return row.has("asn") ? "AS " + Table.cell(row.path("asn")) : Table.cell(row.path("rule"));
    }

    /** Prints the reasons for which the answer is not complete. */
    private static void warn(JsonNode answer, PrintWriter out) {
        if (answer.path("truncated").asBoolean()) {
            out.println(MORE_ROWS);
        }
        Instant from = time(answer.path("from"));
        Instant complete = time(answer.path("complete_since"));
        if (from != null && complete != null && from.isBefore(complete)) {
            out.println("changes before " + complete + " are not kept");
        }
        answer.path("gaps")
                .forEach(gap -> out.println("changes may be missing from " + Table.cell(gap.path("from")) + " to "
                        + Table.cell(gap.path("to")) + ": " + Table.cell(gap.path("reason")) + " "
                        + Table.cell(gap.path("detail"))));
        out.flush();
    }

    private static @Nullable Instant time(JsonNode text) {
        try {
            return Instant.parse(Table.cell(text));
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}

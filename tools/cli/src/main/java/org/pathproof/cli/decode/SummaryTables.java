// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.io.PrintWriter;
import java.util.stream.Stream;
import org.pathproof.cli.io.Table;
import org.pathproof.cli.io.Table.Column;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Prints the report of {@link Summary} as tables, one for each part that has rows. */
final class SummaryTables {
    private static final String NAME = "/name";

    private static final Table MONITORED = new Table(
            Column.of("PEER AND VIEW", NAME),
            Column.of("ANNOUNCED", "/n_announced"),
            Column.of("WITHDRAWN", "/n_withdrawn"),
            Column.of("UPDATES", "/updates"),
            Column.of("END OF RIB", "/eor"));

    private static final Table PEERS = new Table(
            Column.of("SESSION", "/event"), Column.of("PEER AND VIEW", "/peer"), Column.of("REASON", "/reason"));

    private static final Table SIGNED = new Table(
            Column.of("BGPSEC_PATH AT", "/offset"),
            Column.of("KIND", "/kind"),
            Column.of("PEER AND VIEW", "/peer"),
            Column.of("BYTES", "/len"),
            Column.of("AS_PATH TOO", "/has_as_path"),
            Column.of("PREFIXES", "/prefixes"));

    private SummaryTables() {}

    /** @param summary the JSON object of the report */
    static void print(JsonNode summary, PrintWriter out) {
        counts("MESSAGE", summary.path("messages"), out);
        rows(MONITORED, named(summary.path("monitored")), out);
        counts("MIRRORED MESSAGE", summary.path("mirrored"), out);
        counts("MIRRORING INFORMATION", summary.path("mirror_info"), out);
        rows(PEERS, Stream.concat(sessions(summary, "peer_up", "up"), sessions(summary, "peer_down", "down")), out);
        counts("ATTRIBUTE TYPE", summary.path("attr_types"), out);
        rows(SIGNED, summary.path("attr33").valueStream(), out);
        counts("NOT READ", summary.path("unread"), out);
        out.printf(
                "%s bytes; %s damaged messages with %s bytes; %s bytes not read%n",
                Table.cell(summary.path("bytes")),
                Table.cell(summary.path("malformed")),
                Table.cell(summary.path("trailing_bytes")),
                summary.has("unread_bytes") ? Table.cell(summary.path("unread_bytes")) : "0");
        out.flush();
    }

    private static void counts(String title, JsonNode counts, PrintWriter out) {
        rows(
                new Table(Column.of(title, NAME), Column.of("COUNT", "/count")),
                counts.properties().stream()
                        .map(count -> JsonNodeFactory.instance
                                .objectNode()
                                .put("name", count.getKey())
                                .set("count", count.getValue())),
                out);
    }

    private static void rows(Table table, Stream<? extends JsonNode> rows, PrintWriter out) {
        var all = rows.map(JsonNode.class::cast).toList();
        if (!all.isEmpty()) {
            table.print(all.stream(), out);
            out.println();
        }
    }

    private static Stream<JsonNode> named(JsonNode objects) {
        return objects.properties().stream()
                .map(entry -> ((ObjectNode) entry.getValue().deepCopy()).put("name", entry.getKey()));
    }

    private static Stream<JsonNode> sessions(JsonNode summary, String member, String event) {
        return summary.path(member).valueStream().map(session -> ((ObjectNode) session.deepCopy()).put("event", event));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.cli.io.Table;
import org.pathproof.cli.io.Table.Column;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Tables of the responses: title and content of each column. */
final class Tables {
    static final Table ROUTES = new Table(
            new Column("PREFIX", row -> prefix(row)),
            Column.of("STATE", "/validity/state"),
            Column.of("ORIGIN", "/validity/origin/state"),
            new Column("ROUTER", row -> router(row)),
            new Column("PEER", row -> firstOf(row, "peer_name", "peer_ip")),
            Column.of("PEER AS", "/peer_asn"),
            Column.of("VIEW", "/view"),
            Column.of("AS PATH", "/as_path"),
            new Column("FINDINGS", row -> findings(row.at("/validity/findings"))));

    static final Table KEYS =
            new Table(Column.of("AS", "/asn"), Column.of("SKI", "/ski"), Column.of("ROUTES", "/routes"));

    static final Table VRPS =
            new Table(Column.of("AS", "/asn"), Column.of("PREFIX", "/prefix"), Column.of("MAX LENGTH", "/max_length"));

    static final Table SESSIONS = new Table(
            new Column("ROUTER", row -> router(row)),
            new Column("PEER", row -> firstOf(row, "peer_name", "peer_ip")),
            Column.of("PEER AS", "/peer_asn"),
            Column.of("VIEW", "/view"),
            Column.of("STATE", "/state"),
            Column.of("BGPSEC", "/bgpsec"),
            Column.of("ROUTES", "/routes"),
            Column.of("NOT_VALID", "/states/NOT_VALID"),
            Column.of("SINCE", "/changed"));

    static final Table ROUTERS = new Table(
            new Column("ROUTER", row -> router(row)),
            Column.of("ADDRESS", "/router_ip"),
            Column.of("SESSIONS", "/sessions"),
            Column.of("UP", "/sessions_up"),
            Column.of("BGPSEC", "/bgpsec_negotiated"),
            Column.of("STRIPPED", "/bgpsec_stripped"),
            Column.of("ROUTES", "/routes"),
            Column.of("VALID", "/states/VALID"),
            Column.of("NOT_VALID", "/states/NOT_VALID"),
            Column.of("MALFORMED", "/states/MALFORMED"));

    static final Table HEALTH = new Table(
            Column.of("COMPONENT", "/name"), Column.of("STATUS", "/status"), Column.of("MESSAGE", "/message"));

    static final Table PATHS = new Table(
            new Column("ROUTER", row -> firstOf(row, "router_name", "router")),
            Column.of("PEER", "/peer"),
            Column.of("PEER AS", "/peer_asn"),
            Column.of("STATE", "/state"),
            Column.of("AS PATH", "/as_path"),
            new Column("FINDINGS", row -> findings(row.path("findings"))));

    static final Table HOPS = new Table(
            Column.of("HOP", "/hop"),
            Column.of("AS", "/asn"),
            Column.of("TARGET AS", "/target_as"),
            Column.of("RESULT", "/result"),
            Column.of("SKI", "/ski"),
            Column.of("EXPLANATION", "/explanation"));

    private static final Table FACTS = new Table(Column.of("NAME", "/name"), Column.of("VALUE", "/value"));

    private Tables() {}

    /**
     * Prints the members of an object, one per line. The name of a nested member begins with the name of its object.
     */
    static long facts(JsonNode object, PrintWriter out) {
        Map<String, String> facts = new LinkedHashMap<>();
        flatten("", object, facts);
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return FACTS.print(
                facts.entrySet().stream().map(e ->
                        (JsonNode) nodes.objectNode().put("name", e.getKey()).put("value", e.getValue())),
                out);
    }

    private static void flatten(String name, JsonNode value, Map<String, String> into) {
        if (value.isObject()) {
            value.forEachEntry((member, inner) -> flatten(name.isEmpty() ? member : name + " " + member, inner, into));
        } else if (value.isArray()) {
            List<String> members = new ArrayList<>();
            value.forEach(member -> members.add(
                    member.isObject()
                            ? member.properties().stream()
                                    .map(e -> e.getKey() + " " + Table.cell(e.getValue()))
                                    .collect(Collectors.joining(" "))
                            : Table.cell(member)));
            into.put(name, String.join(", ", members));
        } else {
            into.put(name, Table.cell(value));
        }
    }

    /** Returns the rows of a health response: its components, each with its name. */
    static Stream<JsonNode> components(JsonNode health) {
        return health.path("components").properties().stream()
                .map(e -> ((ObjectNode) e.getValue().deepCopy()).put("name", e.getKey()));
    }

    static String prefix(JsonNode route) {
        long pathId = route.path("path_id").asLong();
        return route.path("prefix").asString("") + "/"
                + route.path("prefix_len").asInt() + (pathId == 0 ? "" : " path " + pathId);
    }

    /** Returns the router with the number of its BGP instance, such as {@code r1#2}. */
    static String router(JsonNode row) {
        String instance = Table.cell(row.path("router_instance"));
        return firstOf(row, "router_name", "router_ip") + (instance.isEmpty() ? "" : "#" + instance);
    }

    private static String firstOf(JsonNode row, String... members) {
        return Stream.of(members)
                .map(member -> Table.cell(row.path(member)))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static String findings(JsonNode findings) {
        List<String> texts = new ArrayList<>();
        findings.forEach(finding -> texts.add(Table.cell(finding.path("rule"))
                + (finding.path("hop").asInt() == 0
                        ? ""
                        : " hop " + finding.path("hop").asInt())));
        return String.join(", ", texts);
    }
}

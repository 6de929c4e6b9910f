// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.check;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.pathproof.attack.site.StandaloneSite;
import org.pathproof.chaos.load.RouteName;
import org.pathproof.chaos.oracle.Row;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the table of REST as rows of the reference model. REST shows no communities, so rows have no update number.
 */
public final class RestTable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(1);

    private RestTable() {}

    /** Returns every route of the routers whose name begins with {@code routers}. */
    public static Map<RouteName, Row> read(StandaloneSite site, String routers) throws IOException {
        StandaloneSite.Answer answer = site.get("/api/v1/routes", "application/x-ndjson", ANSWER_TIMEOUT);
        if (answer.status() != 200) {
            throw new IOException("GET /api/v1/routes: HTTP " + answer.status() + " " + answer.body());
        }
        Map<RouteName, Row> table = new HashMap<>();
        answer.body()
                .lines()
                .filter(line -> !line.isBlank())
                .map(JSON::readTree)
                .forEach(route -> {
                    if (route.path("router_name").asString("").startsWith(routers)) {
                        table.put(name(route), row(route));
                    }
                });
        return table;
    }

    /** Returns the rows of the reference model without the fields that REST lacks. */
    public static Map<RouteName, Row> comparable(Map<RouteName, Row> expected) {
        Map<RouteName, Row> rows = new HashMap<>();
        expected.forEach((name, row) ->
                rows.put(name, new Row(0, row.state(), row.findings(), row.origin(), row.digest(), row.asPath())));
        return rows;
    }

    private static RouteName name(JsonNode route) {
        String text =
                route.path("prefix").asString() + "/" + route.path("prefix_len").asInt();
        return new RouteName(
                route.path("router_name").asString(),
                route.path("peer_ip").asString(),
                Prefix.parse(text),
                route.path("path_id").asLong());
    }

    private static Row row(JsonNode route) {
        JsonNode validity = route.path("validity");
        String state = validity.path("state").asString();
        List<String> findings = new ArrayList<>();
        if (state.equals("NOT_VALID")) {
            // The reference model has no history: a withdrawn key is an absent key.
            validity.path("findings")
                    .forEach(f -> findings.add(f.path("rule").asString().replace("key-withdrawn", "key-not-found") + "@"
                            + f.path("hop").asInt()));
        }
        JsonNode origin = validity.path("origin");
        List<Integer> asPath = new ArrayList<>();
        route.path("as_path").forEach(asn -> asPath.add((int) asn.asLong()));
        String digest = validity.path("attribute_digest").asString("");
        return new Row(
                0,
                state,
                findings,
                "ORIGIN_"
                        + origin.path("state")
                                .asString("")
                                .toUpperCase(Locale.ROOT)
                                .replace('-', '_') + origin.path("reason").asString(""),
                digest.isEmpty() ? 0 : Long.parseUnsignedLong(digest, 16),
                asPath);
    }
}

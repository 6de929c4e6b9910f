// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;
import org.pathproof.networkrecords.NetworkRecords;
import org.pathproof.networkrecords.RouteVersion;
import tools.jackson.databind.JsonNode;

/** Compares each route that a policy API shows with its last record: path, state and time. Not thread-safe. */
final class RouteCheck {
    private final NetworkRecords records;
    private final Expectation expected;
    private final Map<String, Integer> sessions = new HashMap<>();
    private final Map<String, Integer> prefixes = new HashMap<>();
    /** The routes that were shown, at prefix × sessions + session. */
    private final BitSet seen = new BitSet();

    RouteCheck(NetworkRecords records, Expectation expected) {
        this.records = records;
        this.expected = expected;
        for (int i = 0; i < records.sessionCount(); i++) {
            sessions.put(name(NetworkRecords.routerOf(i), NetworkRecords.peerOf(i), NetworkRecords.isPostPolicy(i)), i);
        }
        for (int i = 0; i < records.prefixCount(); i++) {
            prefixes.put(records.prefix(i).toString(), i);
        }
    }

    private static String name(String router, String peer, boolean postPolicy) {
        return router + ' ' + peer + ' ' + postPolicy;
    }

    /**
     * Reads all routes and compares them.
     *
     * @return number of routes
     * @throws IllegalStateException if a route is missing, unknown, twice there or another than expected
     */
    long check(PolicyApi api) throws IOException, InterruptedException {
        long rows = 0;
        try (Stream<JsonNode> routes = api.lines("/api/v1/routes")) {
            for (Iterator<JsonNode> all = routes.iterator(); all.hasNext(); rows++) {
                check(all.next());
            }
        }
        if (rows != expected.rows()) {
            throw new IllegalStateException("the policy API shows " + rows + " routes, expected: " + expected.rows());
        }
        return rows;
    }

    /** Compares one route. */
    void check(JsonNode route) {
        Integer session = sessions.get(name(
                route.path("router_name").asString(),
                route.path("peer_ip").asString(),
                route.path("is_adj_rib_in_post_policy").asBoolean()));
        Integer prefix = prefixes.get(
                route.path("prefix").asString() + '/' + route.path("prefix_len").asInt());
        if (session == null || prefix == null) {
            throw new IllegalStateException("unknown: " + route);
        }
        int place = prefix * records.sessionCount() + session;
        if (seen.get(place)) {
            throw new IllegalStateException("shown twice: " + route);
        }
        seen.set(place);
        RouteVersion version = expected.last(prefix, session);
        String state =
                records.isNotValid(prefix, version) ? "NOT_VALID" : records.isSigned(prefix) ? "VALID" : "UNSIGNED";
        if (expected.hasEnded(session)
                || route.path("as_path").path(0).asInt() != NetworkRecords.asOf(version.neighbor())
                || !route.path("validity").path("state").asString().equals(state)
                || !Shown.isReceived(route, prefix, session, version.number())) {
            throw new IllegalStateException("expected: " + state + ' ' + version + ", shown: " + route);
        }
    }
}

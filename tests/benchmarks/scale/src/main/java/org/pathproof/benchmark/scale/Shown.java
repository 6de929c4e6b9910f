// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.pathproof.harness.Conditions;
import org.pathproof.networkrecords.NetworkRecords;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads over HTTP what a policy API shows. Not thread-safe. */
final class Shown {
    /** Largest difference of a time of the table, which is rounded, and that of its record. */
    private static final Duration ROUNDING = Duration.ofMillis(400);

    private static final int MAX_PAGE = 10_000;
    private static final String LAST_CHANGE = "the last change of a partition";

    private final NetworkRecords records;
    private final PolicyApi api;

    Shown(NetworkRecords records, PolicyApi api) {
        this.records = records;
        this.api = api;
    }

    /** Returns the request for the routes of a prefix. */
    String routesOf(int prefix) {
        return "/api/v1/routes?prefix=" + records.prefix(prefix) + "&limit=1000";
    }

    /** Returns the request for the routes that are NOT_VALID. */
    static String rare() {
        return "/api/v1/routes?state=NOT_VALID&limit=" + MAX_PAGE;
    }

    /** Returns the request for the routes with a finding. */
    static String ofRule() {
        return "/api/v1/routes?finding=key-not-found&limit=" + MAX_PAGE;
    }

    /**
     * Repeats requests until they show a result of a long work. There are 20 requests a second, which do not slow the
     * work down.
     *
     * @throws IllegalStateException if they do not show it within the time of a step
     */
    static void awaitLong(String what, BooleanSupplier condition) {
        Conditions.await(what, ReadSide.STEP, condition);
    }

    /**
     * Repeats requests until they show a result. A request is the only pause, because milliseconds count.
     *
     * @throws IllegalStateException if they do not show it within the time of a step
     */
    static void await(String what, BooleanSupplier condition) {
        long limit = System.nanoTime() + ReadSide.STEP.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - limit > 0) {
                throw new IllegalStateException("the policy API does not show " + what);
            }
        }
    }

    /** Waits until the routes of these marks are shown with their times. */
    void awaitMarks(Collection<RecordWriter.Mark> marks) {
        for (RecordWriter.Mark mark : marks) {
            await(LAST_CHANGE, () -> isShown(mark));
        }
    }

    /** Waits as {@link #awaitMarks} does, after a long work. */
    void awaitManyMarks(Collection<RecordWriter.Mark> marks) {
        for (RecordWriter.Mark mark : marks) {
            awaitLong(LAST_CHANGE, () -> isShown(mark));
        }
    }

    private boolean isShown(RecordWriter.Mark mark) {
        String path = routesOf(mark.prefix()) + "&router=" + NetworkRecords.routerOf(mark.session());
        for (JsonNode route : routes(path)) {
            if (route.path("peer_ip").asString().equals(NetworkRecords.peerOf(mark.session()))
                    && route.path("is_adj_rib_in_post_policy").asBoolean()
                            == NetworkRecords.isPostPolicy(mark.session())) {
                return isReceived(route, mark.prefix(), mark.session(), mark.number());
            }
        }
        return false;
    }

    /** Returns true if a route has the time of a version. */
    static boolean isReceived(JsonNode route, int prefix, int session, int number) {
        Instant written = Instant.EPOCH.plus(NetworkRecords.receivedUs(prefix, session, number), ChronoUnit.MICROS);
        Instant shown = Instant.parse(route.path("timestamp").asString());
        return Duration.between(written, shown).abs().compareTo(ROUNDING) < 0;
    }

    /** Returns the number of routes of a response. */
    int count(String path) {
        return routes(path).size();
    }

    private JsonNode routes(String path) {
        return JsonMapper.shared().readTree(api.get(path).text()).path("routes");
    }

    long rows() {
        return api.summary().path("routes").asLong();
    }

    long notValid() {
        return api.summary().path("states").path("NOT_VALID").asLong();
    }

    /**
     * Compares the counts and the routes that are NOT_VALID with the expected ones.
     *
     * @return number of these routes
     * @throws IllegalStateException if they differ
     */
    long check(Expectation expected) {
        long rows = rows();
        if (rows != expected.rows()) {
            throw new IllegalStateException("the policy API has " + rows + " routes, expected: " + expected.rows());
        }
        Set<String> wanted = expected.notValidRoutes();
        if (wanted.size() > MAX_PAGE) {
            throw new IllegalStateException(wanted.size() + " routes are NOT_VALID: use a smaller --signed-percent");
        }
        for (String request : new String[] {rare(), ofRule()}) {
            Set<String> shown = new HashSet<>();
            for (JsonNode route : routes(request)) {
                shown.add(Expectation.name(
                        route.path("router_name").asString(),
                        route.path("peer_ip").asString(),
                        route.path("is_adj_rib_in_post_policy").asBoolean(),
                        route.path("prefix").asString(),
                        route.path("prefix_len").asInt()));
            }
            if (!shown.equals(wanted)) {
                throw new IllegalStateException("GET " + request + " shows " + shown.size()
                        + " other routes than expected: " + wanted.size() + " are expected");
            }
        }
        if (notValid() != wanted.size()) {
            throw new IllegalStateException(
                    "the policy API counts " + notValid() + " routes as NOT_VALID, expected: " + wanted.size());
        }
        return wanted.size();
    }
}

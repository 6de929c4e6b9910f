// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.wire.DecimalText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Answers of the policy API at one time.
 *
 * @param time end of the requests
 * @param summary answer of {@code summary}
 * @param health answer of {@code health}
 * @param lost inventory entries that are lost
 * @param routes a page of NOT_VALID routes
 * @param problems reasons for which parts are missing
 */
record TopReading(
        Instant time, JsonNode summary, JsonNode health, JsonNode lost, JsonNode routes, List<String> problems) {
    private static final String ROUTES_PER_PAGE = "200";

    /** Position in the event stream: offsets of the sessions, then those of the verdicts, by partition. */
    private static final Pattern POSITION = Pattern.compile("s[0-9.]+-v([0-9]+(?:\\.[0-9]+)*)");

    /** Number of heartbeats at the start of an event stream. The last one has the position, if the stream is idle. */
    private static final int HEARTBEATS = 2;

    /**
     * A position in the records of verdicts.
     *
     * @param nanos time of {@link System#nanoTime}
     * @param verdicts number of verdicts ever written, as the sum over the partitions
     */
    record Count(long nanos, long verdicts) {}

    /**
     * Reads all parts but the count.
     *
     * @throws CommandFailure if there is no answer, or if the API refuses the summary
     */
    static TopReading read(Api api, Clock clock) throws IOException {
        List<String> problems = new ArrayList<>();
        JsonNode summary = get(api, "summary", Map.of(), null);
        JsonNode health = get(api, "health", Map.of(), problems);
        JsonNode lost = get(api, "inventory", Map.of("lost", "true"), problems);
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("state", "NOT_VALID");
        parameters.put("limit", ROUTES_PER_PAGE);
        JsonNode routes = get(api, "routes", parameters, problems);
        return new TopReading(clock.instant(), summary, health, lost, routes, List.copyOf(problems));
    }

    /** Returns an answer; empty with a problem if the API refuses it. Without {@code problems}, throws it. */
    private static JsonNode get(
            Api api, String operation, Map<String, @Nullable String> parameters, @Nullable List<String> problems)
            throws IOException {
        try (Api.Answer answer = api.get("/api/v1/" + operation, parameters, Api.JSON)) {
            if (answer.ok() || operation.equals("health") && answer.status() == 503) {
                return answer.json();
            }
            String detail = Members.text(answer.text(), "detail");
            String problem = operation + ": " + (detail == null ? "HTTP status " + answer.status() : detail);
            if (problems == null) {
                throw new CommandFailure(problem);
            }
            problems.add(problem);
            return JsonNodeFactory.instance.objectNode();
        }
    }

    /** Returns the number of verdicts; null if the event stream does not tell it now. */
    static @Nullable Count count(Api api) throws IOException {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("type", "RIS_PEER_STATE");
        try (Api.Answer answer = api.get("/api/v1/events", parameters, "text/event-stream")) {
            if (!answer.ok()) {
                return null;
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), UTF_8));
            int heartbeats = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id:")) {
                    return count(line.substring("id:".length()).strip());
                }
                if (line.isEmpty() && ++heartbeats >= HEARTBEATS) {
                    return null;
                }
            }
            return null;
        }
    }

    private static @Nullable Count count(String position) {
        Matcher matcher = POSITION.matcher(position);
        if (!matcher.matches()) {
            return null;
        }
        long sum = 0;
        for (String offset : matcher.group(1).split("\\.", -1)) {
            OptionalLong records = DecimalText.parse(offset, Long.MAX_VALUE);
            if (records.isEmpty()) {
                return null;
            }
            sum += records.getAsLong();
        }
        return new Count(System.nanoTime(), sum);
    }
}

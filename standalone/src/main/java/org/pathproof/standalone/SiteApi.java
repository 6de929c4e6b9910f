// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.lab.Expectation.Found;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Client of a site's REST API. An answer with status 404 or 503 is empty, for example while verdicts are being read.
 */
final class SiteApi implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);

    private final String base;
    private final String token;
    private final HttpClient http = HttpClient.newHttpClient();

    SiteApi(String host, int port, String token) {
        base = "http://" + host + ":" + port;
        this.token = token;
    }

    /** The verdict on a route. */
    record Verdict(PathState state, List<Found> findings, Optional<OriginState> origin) {
        /** Formats the verdict for a table: {@code NOT_VALID signature-mismatch hop 2, origin valid}. */
        @Override
        public String toString() {
            String first = findings.isEmpty() ? "" : " " + findings.getFirst();
            return state + first + origin.map(o -> ", origin " + o.label()).orElse("");
        }
    }

    /**
     * Counts over all routes.
     *
     * @param syncing number of sessions with incomplete tables
     */
    record Summary(long routes, Map<PathState, Long> states, Map<OriginState, Long> origins, long syncing) {
        long of(PathState state) {
            return states.getOrDefault(state, 0L);
        }
    }

    /** Returns the verdict of the first route of exactly this prefix. */
    Optional<Verdict> verdict(Prefix prefix) {
        return get("/api/v1/routes?prefix=" + encoded(prefix.toString()))
                .flatMap(page -> page.path("routes").valueStream().findFirst())
                .map(route -> verdict(route.path("validity")));
    }

    Optional<Summary> summary() {
        return get("/api/v1/summary")
                .filter(summary -> summary.path("ready").asBoolean(false))
                .map(SiteApi::summary);
    }

    /** Returns true if a session with this peer negotiated BGPsec and its signatures are stripped. */
    boolean isStripped(long peerAs) {
        return get("/api/v1/sessions").stream()
                .flatMap(answer -> (answer.isArray() ? answer : answer.path("sessions")).valueStream())
                .anyMatch(session -> session.path("peer_asn").asLong() == peerAs
                        && session.path("bgpsec_stripped").asBoolean(false));
    }

    @Override
    public void close() {
        http.close();
    }

    private static Verdict verdict(JsonNode validity) {
        List<Found> findings = new ArrayList<>();
        validity.path("findings")
                .forEach(finding -> findings.add(new Found(
                        Rule.ofLabel(finding.path("rule").asString()),
                        finding.path("hop").asInt())));
        return new Verdict(
                PathState.valueOf(validity.path("state").asString()),
                findings,
                origin(validity.path("origin").path("state").asString("")));
    }

    private static Optional<OriginState> origin(String label) {
        return Stream.of(OriginState.values())
                .filter(state -> state.label().equals(label))
                .findFirst();
    }

    private static Summary summary(JsonNode summary) {
        Map<PathState, Long> states = Stream.of(PathState.values())
                .collect(Collectors.toMap(
                        state -> state,
                        state -> summary.path("states").path(state.name()).asLong(0),
                        Long::sum,
                        LinkedHashMap::new));
        Map<OriginState, Long> origins = Stream.of(OriginState.values())
                .collect(Collectors.toMap(
                        state -> state,
                        state -> summary.path("origin_states")
                                .path(state.label())
                                .asLong(0),
                        Long::sum,
                        LinkedHashMap::new));
        return new Summary(
                summary.path("routes").asLong(),
                states,
                origins,
                summary.path("sessions").path("syncing").asLong(0));
    }

    private Optional<JsonNode> get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(REQUEST_TIMEOUT)
                .header("Accept", "application/json")
                .header("Authorization", "Bearer " + token)
                .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return switch (response.statusCode()) {
                case 200 -> Optional.of(JSON.readTree(response.body()));
                case 404, 503 -> Optional.empty();
                default ->
                    throw new IllegalStateException(
                            "GET " + path + ": " + response.statusCode() + " " + response.body());
            };
        } catch (IOException e) {
            throw new UncheckedIOException("GET " + base + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during GET " + path, e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

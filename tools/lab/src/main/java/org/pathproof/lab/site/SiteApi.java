// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.site;

import java.io.IOException;
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
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.lab.attacks.Expectation.Found;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Client of a site's REST API. A response with status 404 or 503 is empty, for example while verdicts are being read.
 * So is the response of an unreachable site. Thread-safe.
 */
public final class SiteApi implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SiteApi.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);

    private final String base;
    private final String token;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();

    /**
     * Creates a client.
     *
     * @param base URL of the site without a path, for example {@code http://localhost:8080}
     * @param token bearer token; empty where reading needs none
     */
    public SiteApi(String base, String token) {
        this.base = base;
        this.token = token;
    }

    /** The verdict on a route. */
    public record Verdict(
            PathState state, List<Found> findings, Optional<OriginState> origin, Optional<AspaState> aspa) {
        /** Formats the verdict for a table: {@code NOT_VALID signature-mismatch hop 2, origin valid}. */
        @Override
        public String toString() {
            String first = findings.isEmpty() ? "" : " " + findings.getFirst();
            return state
                    + first
                    + origin.map(o -> ", origin " + o.label()).orElse("")
                    + aspa.map(a -> ", ASPA " + a.label()).orElse("");
        }
    }

    /**
     * Counts over all routes.
     *
     * @param syncing number of sessions with incomplete tables
     */
    public record Summary(long routes, Map<PathState, Long> states, Map<OriginState, Long> origins, long syncing) {
        public long of(PathState state) {
            return states.getOrDefault(state, 0L);
        }
    }

    /** Returns the verdict of the first route of exactly this prefix. */
    public Optional<Verdict> verdict(Prefix prefix) {
        return get("/api/v1/routes?prefix=" + encoded(prefix.toString()))
                .flatMap(page -> page.path("routes").valueStream().findFirst())
                .map(route -> verdict(route.path("validity")));
    }

    public Optional<Summary> summary() {
        return get("/api/v1/summary")
                .filter(summary -> summary.path("ready").asBoolean(false))
                .map(SiteApi::summary);
    }

    /** Returns true if a session with this peer negotiated BGPsec and its signatures are stripped. */
    public boolean isStripped(long peerAs) {
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
                origin(validity.path("origin").path("state").asString("")),
                aspa(validity.path("aspa").path("state").asString("")));
    }

    private static Optional<OriginState> origin(String label) {
        return Stream.of(OriginState.values())
                .filter(state -> state.label().equals(label))
                .findFirst();
    }

    private static Optional<AspaState> aspa(String label) {
        return Stream.of(AspaState.values())
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
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(REQUEST_TIMEOUT)
                .header("Accept", "application/json");
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return switch (response.statusCode()) {
                case 200 -> Optional.of(JSON.readTree(response.body()));
                case 404, 503 -> Optional.empty();
                default ->
                    throw new IllegalStateException(
                            "GET " + path + ": " + response.statusCode() + " " + response.body());
            };
        } catch (IOException e) {
            log.debug("The site does not answer: url={} cause={}", base + path, e.toString());
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during GET " + path, e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.networks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what replicas say about the use of overrides. */
final class UseClaims implements AutoCloseable {
    static final String IN_USE = "in-use";

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http = HttpClient.newHttpClient();

    /** An announced override. */
    record At(String router, Prefix prefix) {}

    /** Returns the state of each override of the networks; empty if the replica does not answer. */
    Optional<Map<At, String>> read(int port) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/overrides"))
                .timeout(TIMEOUT)
                .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 ? Optional.of(parse(response.body())) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // the replica is starting
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static Map<At, String> parse(String body) {
        Map<At, String> states = new HashMap<>();
        for (JsonNode router : JsonMapper.shared().readTree(body).path("routers")) {
            for (JsonNode override : router.path("overrides")) {
                states.put(
                        new At(
                                router.path("router").asString(),
                                Prefix.parse(override.path("prefix").asString())),
                        override.path("use").path("state").asString());
            }
        }
        return states;
    }

    @Override
    public void close() {
        http.close();
    }
}

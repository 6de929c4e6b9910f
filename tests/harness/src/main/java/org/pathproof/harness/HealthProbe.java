// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Asks a service on 127.0.0.1 for health and readiness, as an orchestrator does. */
public final class HealthProbe {
    /** Status of a service that has no problem, or is ready. */
    public static final int UP = 200;
    /** Status of a service that has a problem, or is not ready. */
    public static final int NOT_UP = 503;

    private final String port;

    /** @param port HTTP port of the service */
    public HealthProbe(String port) {
        this.port = port;
    }

    /** Returns the HTTP status of /actuator/health. */
    public int health() {
        return status("/actuator/health");
    }

    /** Returns the HTTP status of /actuator/health/readiness. */
    public int readiness() {
        return status("/actuator/health/readiness");
    }

    private int status(String path) {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException("GET " + uri + " failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}

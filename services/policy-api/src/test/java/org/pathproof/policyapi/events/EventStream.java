// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.RunningApi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** A client of the event stream that behaves like a browser. */
final class EventStream implements AutoCloseable {
    /** An event. The id is empty if the event has none. The data is missing for a heartbeat. */
    record Event(String id, JsonNode data) {}

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final InputStream body;

    /** Connects and waits for the head of the response. */
    EventStream(RunningApi api, String query, @Nullable String lastEventId) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.uri("/api/v1/events" + query));
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        try {
            HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/event-stream");
            body = response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        Thread.ofVirtual().start(this::read);
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            String id = "";
            String data = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("data: ")) {
                    data = line.substring(6);
                } else if (line.isEmpty() && !(id.isEmpty() && data.isEmpty())) {
                    events.add(new Event(id, data.isEmpty() ? MissingNode.getInstance() : RunningApi.parse(data)));
                    id = "";
                    data = "";
                }
            }
        } catch (IOException e) {
            events.add(new Event("", MissingNode.getInstance())); // the test has closed the stream
        }
    }

    /** Returns the next event; ignores heartbeats. */
    Event next() {
        Event event = any();
        while (event.data().isMissingNode()) {
            event = any();
        }
        return event;
    }

    /** Returns the next event, or the next heartbeat that has an id. */
    Event any() {
        try {
            return Objects.requireNonNull(
                    events.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS), "no event within " + TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}

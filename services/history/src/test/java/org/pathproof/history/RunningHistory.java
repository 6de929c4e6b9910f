// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.history.input.WriterStatus;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs the history in this JVM on a free port. */
final class RunningHistory implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ConfigurableApplicationContext context;
    private final HttpClient http = HttpClient.newHttpClient();

    /** Starts the program; {@code properties} override settings ({@code name=value}). */
    RunningHistory(EmbeddedKafka kafka, Path folder, String... properties) {
        List<String> arguments = new ArrayList<>(arguments(kafka, folder));
        for (String property : properties) {
            arguments.removeIf(
                    argument -> argument.startsWith("--" + property.substring(0, property.indexOf('=') + 1)));
            arguments.add("--" + property);
        }
        context = new SpringApplicationBuilder(HistoryApplication.class)
                .properties("spring.config.name=history")
                .run(arguments.toArray(String[]::new));
    }

    /** Returns the arguments of a history with a Kafka and a folder. */
    static List<String> arguments(EmbeddedKafka kafka, Path folder) {
        return List.of(
                "--pathproof.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--pathproof.history.directory=" + folder,
                "--pathproof.history.slice-interval=1s",
                "--pathproof.history.memory=256MB",
                "--server.port=0");
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    WriterStatus status() {
        return bean(WriterStatus.class);
    }

    /** Waits until the history is complete. */
    RunningHistory awaitComplete() {
        await().atMost(LIMIT).until(() -> status().isComplete());
        return this;
    }

    /** Waits until the history has read all records that Kafka has now. */
    RunningHistory awaitRead() {
        long now = System.currentTimeMillis() * 1_000;
        await().atMost(LIMIT).until(() -> status().isComplete() && status().readUs() >= now);
        return this;
    }

    /** Returns the URL of the REST interface. */
    String url() {
        return "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");
    }

    /** Sends a GET request. */
    HttpResponse<String> get(String path) {
        return get(path, "application/json");
    }

    /** Sends a GET request for a media type. */
    HttpResponse<String> get(String path, String mediaType) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .header("Accept", mediaType)
                .timeout(LIMIT)
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns the JSON of a GET request, whose status must be 200. */
    JsonNode json(String path) {
        HttpResponse<String> response = get(path);
        if (response.statusCode() != 200) {
            throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
        }
        return JSON.readTree(response.body());
    }

    @Override
    public void close() {
        context.close();
        http.close();
    }
}

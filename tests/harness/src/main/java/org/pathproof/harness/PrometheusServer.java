// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real Prometheus on a free port of 127.0.0.1. Prometheus reads the metrics of one program every two seconds, and
 * evaluates rules as often.
 */
public final class PrometheusServer implements AutoCloseable {
    /** Value of the label {@code namespace} of all series, as the metrics of pods have one. */
    public static final String NAMESPACE = "pathproof";

    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
    private static final int INTERVAL_SECONDS = 2;

    private final int port = Ports.free();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final ChildProcess process;

    /** A series of the result of a query, with its latest value. */
    public record Series(Map<String, String> labels, double value) {}

    /**
     * An alerting or recording rule as Prometheus loaded it.
     *
     * @param health {@code ok} after an evaluation without error, {@code unknown} before the first one
     * @param error error of the last evaluation, or an empty string
     */
    public record LoadedRule(String name, String query, String health, String error) {}

    /** Thrown for a query that Prometheus refuses. The message is that of Prometheus. */
    public static final class QueryRefused extends RuntimeException {
        private static final long serialVersionUID = 1;

        QueryRefused(String message) {
            super(message);
        }
    }

    /**
     * Starts the server and waits until it is ready. Aborts the test if Prometheus is not installed.
     *
     * @param folder folder for data, settings and log
     * @param metrics address of the metrics
     * @param token file with the bearer token for the metrics
     * @param rules files with rules
     * @param options further options of the command line
     */
    public PrometheusServer(Path folder, URI metrics, Path token, List<Path> rules, String... options) {
        String program = Programs.require("prometheus");
        String name = "prometheus-" + port;
        try {
            Path settings = Files.writeString(folder.resolve(name + ".yaml"), settings(metrics, token, rules));
            List<String> command = new ArrayList<>(List.of(
                    program,
                    "--config.file=" + settings,
                    "--storage.tsdb.path=" + folder.resolve(name),
                    "--web.listen-address=127.0.0.1:" + port,
                    "--log.level=warn"));
            command.addAll(List.of(options));
            process = ChildProcess.start(folder.resolve(name + ".log"), command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            await("Prometheus on port " + port).atMost(START_TIMEOUT).until(this::isReady);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private static String settings(URI metrics, Path token, List<Path> rules) {
        return """
                global: {scrape_interval: %1$ds, scrape_timeout: %1$ds, evaluation_interval: %1$ds}
                rule_files: [%2$s]
                scrape_configs:
                  - job_name: pathproof
                    metrics_path: %3$s
                    authorization: {credentials_file: %4$s}
                    static_configs:
                      - targets: ["%5$s"]
                        labels: {namespace: %6$s}
                """.formatted(
                        INTERVAL_SECONDS,
                        String.join(", ", rules.stream().map(Path::toString).toList()),
                        metrics.getPath(),
                        token,
                        metrics.getAuthority(),
                        NAMESPACE);
    }

    private boolean isReady() {
        process.requireAlive();
        try {
            return send("/-/ready").statusCode() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** Waits until {@code scrapes} more scrapes have succeeded. */
    public void awaitScrapes(int scrapes, Duration limit) {
        double before = succeeded();
        await(scrapes + " scrapes by Prometheus; its log: " + process.log())
                .atMost(limit)
                .until(() -> succeeded() >= before + scrapes);
    }

    private double succeeded() {
        process.requireAlive();
        return query("sum_over_time(up[1h])").stream()
                .mapToDouble(Series::value)
                .sum();
    }

    /**
     * Evaluates a query now.
     *
     * @throws QueryRefused if Prometheus refuses the query
     */
    public List<Series> query(String query) {
        HttpResponse<String> response = send("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        JsonNode answer = JsonMapper.shared().readTree(response.body());
        if (response.statusCode() != 200) {
            throw new QueryRefused(answer.path("error").asString(response.body()));
        }
        List<Series> series = new ArrayList<>();
        for (JsonNode one : answer.get("data").get("result")) {
            Map<String, String> labels = new TreeMap<>();
            one.get("metric")
                    .properties()
                    .forEach(e -> labels.put(e.getKey(), e.getValue().asString()));
            series.add(new Series(labels, number(one.get("value").get(1).asString())));
        }
        return series;
    }

    private static double number(String value) {
        return switch (value) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(value);
        };
    }

    /** Returns all rules that the server has loaded. */
    public List<LoadedRule> rules() {
        List<LoadedRule> rules = new ArrayList<>();
        JsonNode answer = JsonMapper.shared().readTree(send("/api/v1/rules").body());
        for (JsonNode group : answer.get("data").get("groups")) {
            for (JsonNode rule : group.get("rules")) {
                rules.add(new LoadedRule(
                        rule.get("name").asString(),
                        rule.get("query").asString(),
                        rule.get("health").asString(),
                        rule.path("lastError").asString("")));
            }
        }
        return rules;
    }

    private HttpResponse<String> send(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(REQUEST_TIMEOUT)
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException("Prometheus does not answer " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        http.close();
        process.close();
    }
}

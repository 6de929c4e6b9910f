// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.Table;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Client of the REST interface of a running Pathproof. */
final class Api implements AutoCloseable {
    static final String JSON = "application/json";
    static final String NDJSON = "application/x-ndjson";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final URI base;
    private final @Nullable String token;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    /** @param token bearer token for every request; null for none */
    Api(URI base, @Nullable String token) {
        this.base = base;
        this.token = token;
    }

    /** Status, headers and body of an HTTP response. {@link #close} closes the body. */
    record Answer(int status, HttpHeaders headers, InputStream body) implements AutoCloseable {
        boolean ok() {
            return status == 200;
        }

        String text() throws IOException {
            return new String(body.readAllBytes(), UTF_8);
        }

        /**
         * Returns the body as JSON.
         *
         * @throws CommandFailure if the body is not JSON
         */
        JsonNode json() throws IOException {
            try {
                return MAPPER.readTree(body);
            } catch (JacksonException e) {
                throw new CommandFailure(
                        "the server's answer is not JSON (is --url the URL of Pathproof?): " + e.getOriginalMessage(),
                        e);
            }
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }

    /**
     * Sends a GET request.
     *
     * @throws CommandFailure if there is no response
     */
    Answer get(String path, Map<String, @Nullable String> parameters, String accept) throws IOException {
        URI uri = URI.create(base + path + query(parameters));
        return send(HttpRequest.newBuilder(uri).header("Accept", accept));
    }

    /**
     * Sends a POST request.
     *
     * @throws CommandFailure if there is no response
     */
    Answer post(
            String path,
            Map<String, @Nullable String> parameters,
            String accept,
            String contentType,
            HttpRequest.BodyPublisher body)
            throws IOException {
        return send(HttpRequest.newBuilder(URI.create(base + path + query(parameters)))
                .header("Accept", accept)
                .header("Content-Type", contentType)
                .POST(body));
    }

    /**
     * Sends a PUT request that replaces the resource with an ETag.
     *
     * @param ifMatch the ETag, or {@code *} for any
     * @throws CommandFailure if there is no response
     */
    Answer put(
            String path,
            Map<String, @Nullable String> parameters,
            String contentType,
            String ifMatch,
            HttpRequest.BodyPublisher body)
            throws IOException {
        return send(HttpRequest.newBuilder(URI.create(base + path + query(parameters)))
                .header("Accept", JSON)
                .header("Content-Type", contentType)
                .header("If-Match", ifMatch)
                .PUT(body));
    }

    /**
     * Sends a DELETE request.
     *
     * @throws CommandFailure if there is no response
     */
    Answer delete(String path, Map<String, @Nullable String> parameters) throws IOException {
        return send(HttpRequest.newBuilder(URI.create(base + path + query(parameters)))
                .header("Accept", JSON)
                .DELETE());
    }

    private Answer send(HttpRequest.Builder builder) throws IOException {
        if (token != null) {
            builder.header("Authorization", "Bearer " + token);
        }
        HttpRequest request = builder.timeout(ANSWER).build();
        try {
            HttpResponse<InputStream> response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            return new Answer(response.statusCode(), response.headers(), response.body());
        } catch (ConnectException e) {
            throw new CommandFailure(
                    base + " cannot be reached: no program listens there, or the host is unknown (set --url)", e);
        } catch (IOException e) {
            throw new CommandFailure(base + " does not answer: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted", e);
        }
    }

    private static String query(Map<String, @Nullable String> parameters) {
        parameters.forEach((name, value) -> {
            if (value != null && value.isBlank()) { // REST would ignore the parameter, and return everything
                throw new CommandFailure("the value of --" + name.replace('_', '-') + " is empty");
            }
        });
        String query = parameters.entrySet().stream()
                .filter(parameter -> parameter.getValue() != null)
                .map(parameter -> parameter.getKey() + '=' + encode(String.valueOf(parameter.getValue())))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? "" : "?" + query;
    }

    static String encode(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    /** Prints the body of a 200 response unchanged; for another response, prints the error. Returns the exit code. */
    int print(String path, Map<String, @Nullable String> parameters, String accept, PrintWriter out, PrintWriter err)
            throws IOException {
        try (Answer answer = get(path, parameters, accept)) {
            if (!answer.ok()) {
                return refused(answer, err);
            }
            new InputStreamReader(answer.body(), UTF_8).transferTo(out);
            if (accept.equals(JSON)) {
                out.println();
            }
            out.flush();
            return ExitCode.OK;
        }
    }

    /** Prints the body of a 200 response as a table; for another response, prints the error. Returns the exit code. */
    int print(
            String path,
            Map<String, @Nullable String> parameters,
            TablePrinter people,
            PrintWriter out,
            PrintWriter err)
            throws IOException {
        try (Answer answer = get(path, parameters, JSON)) {
            if (!answer.ok()) {
                return refused(answer, err);
            }
            people.print(answer.json(), out);
            out.flush();
            return ExitCode.OK;
        }
    }

    /**
     * Prints the objects of an NDJSON body as a table; for a response other than 200, prints the error. Returns the
     * exit code.
     */
    int print(String path, Map<String, @Nullable String> parameters, Table table, PrintWriter out, PrintWriter err)
            throws IOException {
        try (Answer answer = get(path, parameters, NDJSON)) {
            if (!answer.ok()) {
                return refused(answer, err);
            }
            table.print(
                    new BufferedReader(new InputStreamReader(answer.body(), UTF_8))
                            .lines()
                            .filter(line -> !line.isBlank())
                            .map(MAPPER::readTree),
                    out);
            return ExitCode.OK;
        }
    }

    /**
     * Reports a response other than 200. Returns exit code 1 for 404 and 503.
     *
     * @throws CommandFailure for other responses
     */
    int refused(Answer answer, PrintWriter err) throws IOException {
        String words = Members.text(answer.text(), "detail");
        String said = words == null ? base + " answers with HTTP status " + answer.status() : words;
        if (answer.status() != 404 && answer.status() != 503) {
            throw new CommandFailure(said);
        }
        err.println("pathproof query: " + said);
        return ExitCode.PROBLEM_FOUND;
    }

    @Override
    public void close() {
        http.close();
    }
}

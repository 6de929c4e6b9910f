// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Requests to the actuator of a service with each role. The service reads the tokens of the roles from a file. All
 * requests use one connection.
 */
public final class ActuatorClient implements AutoCloseable {
    /** The requests of the matrix, with the status for no token, reader, operator and admin. */
    private static final String MATRIX = """
            GET /actuator/health/liveness 200 200 200 200
            GET /actuator/info 401 200 200 200
            GET /actuator 401 200 200 200
            GET /actuator/prometheus 401 200 200 200
            POST /actuator/prometheus 405 405 405 405
            GET /actuator/env 401 403 403 200
            GET /actuator/loggers 401 403 403 200
            POST /actuator/loggers/org.example 401 403 403 204
            GET /actuator/heapdump 401 403 403 404
            GET /other 404 404 404 404
            """;

    private static final List<String> ROLES = List.of("none", "reader", "operator", "admin");

    private final Path file;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String base = "";

    /** Creates a file with a token for each role. */
    public ActuatorClient(Path folder) {
        file = folder.resolve("tokens.yaml");
        accept(ROLES.subList(1, ROLES.size()));
    }

    /** Returns the command-line settings of the service: no anonymous reading, the file, and further endpoints. */
    public String[] settings() {
        return new String[] {
            "--server.port=0",
            "--pathproof.api.anonymous-read=false",
            "--pathproof.api.token-file=" + file,
            "--management.endpoints.web.exposure.include=health,prometheus,info,env,loggers",
            "--management.endpoint.loggers.access=unrestricted"
        };
    }

    /** Sets the port of the service. */
    public void connect(String port) {
        base = "http://127.0.0.1:" + port;
    }

    /** Replaces the file: only the tokens of these roles remain. Without roles, the new file is malformed. */
    public void accept(List<String> roles) {
        StringBuilder yaml = new StringBuilder("pathproof.api.tokens:\n");
        for (String role : roles) {
            yaml.append("  - {name: %s, role: %s, hash: \"sha256:%s\"}\n".formatted(role, role, sha256(token(role))));
        }
        try {
            Path next = Files.writeString(file.resolveSibling("next.yaml"), roles.isEmpty() ? "not usable" : yaml);
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String token(String role) {
        return "pathproof_test-" + role;
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns the cells of the matrix whose status differs from the expected one. */
    public List<String> wrongCells() {
        List<String> wrong = new ArrayList<>();
        for (String line : MATRIX.lines().toList()) {
            String[] words = line.split(" ", -1);
            for (int i = 0; i < ROLES.size(); i++) {
                int status = send(ROLES.get(i), words[0], words[1]).statusCode();
                if (status != Integer.parseInt(words[2 + i])) {
                    wrong.add(words[0] + " " + words[1] + " as " + ROLES.get(i) + ": " + status);
                }
            }
        }
        return wrong;
    }

    /** Returns the status of /actuator/info for each role. */
    public Map<String, Integer> statusByRole() {
        Map<String, Integer> status = new TreeMap<>();
        ROLES.forEach(
                role -> status.put(role, send(role, "GET", "/actuator/info").statusCode()));
        return status;
    }

    /** Returns the body of /actuator/health for a role. */
    public String health(String role) {
        return send(role, "GET", "/actuator/health").body();
    }

    /** Sends a request with the token of a role, or without a token for the role {@code none}. */
    private HttpResponse<String> send(String role, String method, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        if (!role.equals("none")) {
            request.header("Authorization", "Bearer " + token(role));
        }
        if (method.equals("POST")) {
            request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString("{}"));
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path + " failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.access.ApiToken;
import org.pathproof.access.Role;
import org.pathproof.harness.Ports;
import org.pathproof.policyapi.RunningApi;
import tools.jackson.databind.JsonNode;

/** Tests access to every operation of the OpenAPI description with every role. */
final class AccessTest {
    private static final Map<Role, String> TOKENS = new TreeMap<>();

    /** Operations that need more than the role reader. */
    private static final Map<String, Role> ABOVE_READER = Map.ofEntries(
            Map.entry("POST /api/v1/verify", Role.OPERATOR),
            Map.entry("DELETE /api/v1/refusals/{id}", Role.OPERATOR),
            Map.entry("POST /api/v1/inventory/acknowledge", Role.OPERATOR),
            Map.entry("POST /api/v1/inventory/retire", Role.OPERATOR),
            Map.entry("POST /api/v1/inventory/expect", Role.OPERATOR),
            Map.entry("POST /api/v1/incidents/{id}/acknowledge", Role.OPERATOR),
            Map.entry("POST /api/v1/incidents/{id}/unacknowledge", Role.OPERATOR),
            Map.entry("POST /api/v1/mutes", Role.OPERATOR),
            Map.entry("DELETE /api/v1/mutes/{id}", Role.OPERATOR),
            Map.entry("POST /api/v1/feeds/preview", Role.OPERATOR),
            Map.entry("POST /api/v1/certificates", Role.ADMIN),
            Map.entry("PUT /api/v1/feeds/policy", Role.ADMIN),
            Map.entry("POST /api/v1/feeds/exceptions", Role.ADMIN),
            Map.entry("DELETE /api/v1/feeds/exceptions/{id}", Role.ADMIN),
            Map.entry("POST /api/v1/feeds/off", Role.ADMIN),
            Map.entry("POST /api/v1/feeds/on", Role.ADMIN));

    private static RunningApi api;

    @BeforeAll
    static void start() {
        for (Role role : Role.values()) {
            TOKENS.put(role, ApiToken.create());
        }
        api = new RunningApi(settings("pathproof.api.anonymous-read=false"));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static String[] settings(String... further) {
        List<String> settings = new ArrayList<>(List.of(further));
        int number = 0;
        for (Role role : Role.values()) {
            String entry = "pathproof.api.tokens[" + number++ + "].";
            settings.add(entry + "name=" + role.label() + "-test");
            settings.add(entry + "role=" + role.label());
            settings.add(entry + "hash=" + ApiToken.hash(String.valueOf(TOKENS.get(role))));
        }
        return settings.toArray(String[]::new);
    }

    private static HttpResponse<String> ask(String verb, String path, String... headers) {
        if (verb.equals("GET")) {
            return api.get(path, headers);
        }
        String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = path.startsWith("/api/v1/verify") ? "text/plain" : "application/json";
        return api.send(verb, path, "{}", all);
    }

    private static String[] bearer(Role role) {
        return new String[] {"Authorization", "Bearer " + TOKENS.get(role)};
    }

    /** Returns the HTTP method and the path of all operations. */
    private static List<String[]> operations() {
        List<String[]> operations = new ArrayList<>();
        JsonNode description =
                RunningApi.parse(api.get("/v3/api-docs", bearer(Role.READER)).body());
        description
                .get("paths")
                .forEachEntry((path, item) -> item.forEachEntry(
                        (verb, operation) -> operations.add(new String[] {verb.toUpperCase(Locale.ROOT), path})));
        assertThat(operations).hasSizeGreaterThan(15);
        return operations;
    }

    /** Returns a URL with a parameter that no operation has. Each client that may use the operation receives 400. */
    private static String probe(String path) {
        return path.replaceAll("\\{.*?}", "x") + "?no-such-parameter=1";
    }

    @Test
    void everyOperationRequiresItsRole() {
        List<String> wrong = new ArrayList<>();
        for (String[] operation : operations()) {
            String name = operation[0] + " " + operation[1];
            Role needed = ABOVE_READER.getOrDefault(name, Role.READER);
            String probe = probe(operation[1]);
            check(wrong, name + " without a token", ask(operation[0], probe), 401);
            for (Role role : Role.values()) {
                check(
                        wrong,
                        name + " as " + role.label(),
                        ask(operation[0], probe, bearer(role)),
                        role.includes(needed) ? 400 : 403);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static void check(List<String> wrong, String cell, HttpResponse<String> response, int expected) {
        if (response.statusCode() != expected) {
            wrong.add(cell + ": " + response.statusCode() + " instead of " + expected + " " + response.body());
        }
    }

    @Test
    void descriptionNamesTheRoleOfEveryOperation() {
        JsonNode paths = RunningApi.parse(
                        api.get("/v3/api-docs", bearer(Role.READER)).body())
                .get("paths");
        for (String[] operation : operations()) {
            String name = operation[0] + " " + operation[1];
            JsonNode described = paths.get(operation[1]).get(operation[0].toLowerCase(Locale.ROOT));
            assertThat(described.path("x-pathproof-role").asString(""))
                    .as(name)
                    .isEqualTo(ABOVE_READER.getOrDefault(name, Role.READER).label());
            assertThat(described.get("responses").propertyNames()).as(name).contains("401", "403");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, 200",
        "GET, /dashboard.js, 200",
        "GET, /pathproof.css, 200",
        "GET, /actuator/health/liveness, 200",
        "GET, /actuator/health/readiness, 200",
        "GET, /actuator/prometheus, 401",
        "GET, /actuator/info, 401",
        "GET, /actuator, 401",
        "GET, /v3/api-docs, 401",
        "GET, /api/v1/nothing, 404",
        "POST, /api/v1/routes, 405",
    })
    void pageAndProbesNeedNoToken(String verb, String path, int status) {
        assertThat(ask(verb, path).statusCode()).isEqualTo(status);
    }

    @Test
    void healthHasDetailsOnlyWithAToken() {
        assertThat(api.get("/actuator/health").body()).doesNotContain("components");
        assertThat(api.get("/actuator/health", bearer(Role.READER)).body()).contains("policyApi");
        assertThat(api.get("/actuator/prometheus", bearer(Role.READER)).statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer pathproof_unknown",
                "Bearer eyJhbGciOiJub25lIn0.eyJyb2xlcyI6ImFkbWluIn0.",
                "Bearer x",
                "Bearer ",
                "Bearer ä"
            })
    void refusesOtherTokens(String header) {
        HttpResponse<String> response = api.get("/api/v1/summary", "Authorization", header);
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate").orElse(""))
                .startsWith("Bearer realm=\"pathproof\", error=\"invalid_token\"");
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertThat(response.body()).contains("the token is not accepted");
    }

    @Test
    void challengesClientsWithoutAToken() {
        for (String[] headers : new String[][] {{}, {"Authorization", "Basic dTpw"}, {"Cookie", "JSESSIONID=1"}}) {
            HttpResponse<String> response = api.get("/api/v1/summary", headers);
            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"pathproof\"");
            assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
            assertThat(response.body()).contains("a bearer token is needed here, with the role reader");
        }
    }

    @Test
    void acceptsNoTokenInTheUrl() {
        assertThat(api.get("/api/v1/summary?access_token=" + TOKENS.get(Role.ADMIN))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void rolesIncludeLowerRoles() {
        assertThat(Role.READER.includes(Role.OPERATOR)).isFalse();
        assertThat(Role.OPERATOR.includes(Role.READER)).isTrue();
        assertThat(Role.OPERATOR.includes(Role.ADMIN)).isFalse();
        assertThat(Role.ADMIN.includes(Role.OPERATOR)).isTrue();
        assertThat(Role.ADMIN.authorities()).hasSize(3);
    }

    @Test
    void separateManagementPortHasTheSameRules() {
        int port = Ports.free();
        api.restart(settings("pathproof.api.anonymous-read=false", "management.server.port=" + port));
        try {
            String base = "http://127.0.0.1:" + port;
            assertThat(api.getUri(base + "/actuator/health/liveness").statusCode())
                    .isEqualTo(200);
            assertThat(api.getUri(base + "/actuator/health").body()).doesNotContain("components");
            assertThat(api.getUri(base + "/actuator/prometheus").statusCode()).isEqualTo(401);
            assertThat(api.getUri(base + "/actuator/prometheus", bearer(Role.READER))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(api.get("/actuator/prometheus", bearer(Role.READER)).statusCode())
                    .isEqualTo(404);
        } finally {
            api.restart(settings("pathproof.api.anonymous-read=false"));
        }
    }

    @Test
    void anonymousClientsReadWhereTheSettingsPermitIt() {
        api.restart(settings());
        try {
            assertThat(api.get("/api/v1/summary").statusCode())
                    .as("on a loopback address")
                    .isEqualTo(200);
            for (String[] operation : operations()) {
                String name = operation[0] + " " + operation[1];
                assertThat(ask(operation[0], probe(operation[1])).statusCode())
                        .as(name)
                        .isEqualTo(ABOVE_READER.containsKey(name) ? 401 : 400);
            }
            assertThat(api.get("/api/v1/summary", "Authorization", "Bearer pathproof_unknown")
                            .statusCode())
                    .isEqualTo(401);
            api.restart(settings("server.address=0.0.0.0"));
            assertThat(api.get("/api/v1/summary").statusCode())
                    .as("on all addresses")
                    .isEqualTo(401);
            api.restart(settings("server.address=0.0.0.0", "pathproof.api.anonymous-metrics=true"));
            assertThat(api.get("/actuator/prometheus").statusCode()).isEqualTo(200);
            assertThat(api.get("/api/v1/summary").statusCode()).isEqualTo(401);
        } finally {
            api.restart(settings("pathproof.api.anonymous-read=false"));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.access;

import static org.pathproof.policyapi.access.Requirement.ADMINISTER;
import static org.pathproof.policyapi.access.Requirement.METRICS;
import static org.pathproof.policyapi.access.Requirement.NONE;
import static org.pathproof.policyapi.access.Requirement.OPERATE;
import static org.pathproof.policyapi.access.Requirement.READ;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/**
 * The table of all endpoints. A new endpoint needs an entry here: without an entry, a request for the endpoint is
 * answered with 404 or 405. A test compares this table with the OpenAPI description.
 */
public final class Endpoints {
    private static final List<Endpoint> TABLE = List.of(
            // The files of the dashboard. They contain no data of the network.
            get("/", NONE),
            get("/index.html", NONE),
            get("/*.js", NONE),
            get("/*.css", NONE),
            get("/*.svg", NONE),
            // Routinator's paths
            get("/validity", READ),
            post("/validity", READ),
            // REST
            get("/api/v1/validity", READ),
            post("/api/v1/validity", READ),
            get("/api/v1/validity/{asn}/{*prefix}", READ),
            post("/api/v1/verify", OPERATE),
            get("/api/v1/routes", READ),
            get("/api/v1/routes/{id}", READ),
            get("/api/v1/routes/{id}/explain", READ),
            get("/api/v1/prefixes", READ),
            get("/api/v1/overrides", READ),
            get("/api/v1/overrides/{router}/{*prefix}", READ),
            get("/api/v1/derived-origins", READ),
            get("/api/v1/feeds", READ),
            get("/api/v1/feeds/policy", READ),
            put("/api/v1/feeds/policy", ADMINISTER),
            post("/api/v1/feeds/preview", OPERATE),
            get("/api/v1/feeds/history", READ),
            get("/api/v1/feeds/history/{version}", READ),
            get("/api/v1/feeds/exceptions", READ),
            post("/api/v1/feeds/exceptions", ADMINISTER),
            delete("/api/v1/feeds/exceptions/{id}", ADMINISTER),
            post("/api/v1/feeds/off", ADMINISTER),
            post("/api/v1/feeds/on", ADMINISTER),
            get("/api/v1/sessions", READ),
            get("/api/v1/routers", READ),
            get("/api/v1/keys", READ),
            get("/api/v1/vrps", READ),
            get("/api/v1/summary", READ),
            get("/api/v1/health", READ),
            get("/api/v1/checklist", READ),
            get("/api/v1/events", READ),
            get("/api/v1/export/{format}", READ),
            post("/api/v1/export/{format}", READ),
            get("/v3/api-docs", READ),
            get("/v3/api-docs.yaml", READ),
            // Actuator. Without a token, health has only the status, which is sufficient for probes.
            get("/actuator", READ),
            get("/actuator/health/**", NONE),
            get("/actuator/info", READ),
            get("/actuator/prometheus", METRICS));

    private Endpoints() {}

    private record Endpoint(
            HttpMethod method, String pattern, PathPatternRequestMatcher path, Requirement requirement) {
        boolean accepts(String requested) {
            return requested.equals(method.name())
                    || requested.equals(HttpMethod.OPTIONS.name())
                    || requested.equals(HttpMethod.HEAD.name()) && method.equals(HttpMethod.GET);
        }
    }

    private static Endpoint get(String path, Requirement requirement) {
        return new Endpoint(HttpMethod.GET, path, PathPatternRequestMatcher.pathPattern(path), requirement);
    }

    private static Endpoint post(String path, Requirement requirement) {
        return new Endpoint(HttpMethod.POST, path, PathPatternRequestMatcher.pathPattern(path), requirement);
    }

    private static Endpoint put(String path, Requirement requirement) {
        return new Endpoint(HttpMethod.PUT, path, PathPatternRequestMatcher.pathPattern(path), requirement);
    }

    private static Endpoint delete(String path, Requirement requirement) {
        return new Endpoint(HttpMethod.DELETE, path, PathPatternRequestMatcher.pathPattern(path), requirement);
    }

    /** Returns the lowest role for an operation of the OpenAPI description; empty if the table has no such endpoint. */
    public static Optional<Role> role(String method, String path) {
        return TABLE.stream()
                .filter(endpoint -> endpoint.method().name().equals(method)
                        && endpoint.pattern().replace("{*", "{").equals(path))
                .map(endpoint -> endpoint.requirement().role())
                .findFirst();
    }

    /** Returns the requirement of a request; empty if the table has no such endpoint. */
    static Optional<Requirement> requirement(HttpServletRequest request) {
        return TABLE.stream()
                .filter(endpoint -> endpoint.accepts(request.getMethod()))
                .filter(endpoint -> endpoint.path().matches(request))
                .map(Endpoint::requirement)
                .findFirst();
    }

    /** Returns the methods of the endpoints with the path of a request; empty if there is no such path. */
    static Set<String> methods(HttpServletRequest request) {
        Set<String> methods = new TreeSet<>();
        for (Endpoint endpoint : TABLE) {
            if (endpoint.path().matches(request)) {
                methods.add(endpoint.method().name());
                methods.add(HttpMethod.OPTIONS.name());
                if (endpoint.method().equals(HttpMethod.GET)) {
                    methods.add(HttpMethod.HEAD.name());
                }
            }
        }
        return methods;
    }
}

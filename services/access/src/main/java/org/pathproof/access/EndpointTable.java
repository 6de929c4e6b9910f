// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/**
 * A table of endpoints with the requirement of each. A request for an endpoint that is in no table of a program is
 * answered with 404 or 405, except under {@code /actuator/}.
 */
public final class EndpointTable {
    /**
     * The endpoints of Actuator. Without the right to read, health has only the status, which is sufficient for probes.
     */
    static final EndpointTable ACTUATOR = new EndpointTable(List.of(
            get("/actuator", Requirement.READ),
            get("/actuator/health/**", Requirement.NONE),
            get("/actuator/info", Requirement.READ),
            get("/actuator/metrics/**", Requirement.METRICS),
            get("/actuator/prometheus", Requirement.METRICS)));

    private final List<Endpoint> endpoints;

    public EndpointTable(List<Endpoint> endpoints) {
        this.endpoints = List.copyOf(endpoints);
    }

    /**
     * An endpoint.
     *
     * @param pattern path pattern of Spring
     */
    public record Endpoint(HttpMethod method, String pattern, PathPatternRequestMatcher path, Requirement requirement) {
        public Endpoint(HttpMethod method, String pattern, Requirement requirement) {
            this(method, pattern, PathPatternRequestMatcher.pathPattern(pattern), requirement);
        }

        private boolean accepts(String requested) {
            return requested.equals(method.name())
                    || requested.equals(HttpMethod.OPTIONS.name())
                    || requested.equals(HttpMethod.HEAD.name()) && method.equals(HttpMethod.GET);
        }
    }

    public static Endpoint get(String path, Requirement requirement) {
        return new Endpoint(HttpMethod.GET, path, requirement);
    }

    public static Endpoint post(String path, Requirement requirement) {
        return new Endpoint(HttpMethod.POST, path, requirement);
    }

    public static Endpoint put(String path, Requirement requirement) {
        return new Endpoint(HttpMethod.PUT, path, requirement);
    }

    public static Endpoint delete(String path, Requirement requirement) {
        return new Endpoint(HttpMethod.DELETE, path, requirement);
    }

    /** Returns the lowest role for an operation of the OpenAPI description; empty if the table has no such endpoint. */
    public Optional<Role> role(String method, String path) {
        return endpoints.stream()
                .filter(endpoint -> endpoint.method().name().equals(method)
                        && endpoint.pattern().replace("{*", "{").equals(path))
                .map(endpoint -> endpoint.requirement().role())
                .findFirst();
    }

    /** Returns a table with the endpoints of several tables. The first endpoint that fits a request applies. */
    static EndpointTable of(Stream<EndpointTable> tables) {
        return new EndpointTable(
                tables.flatMap(table -> table.endpoints.stream()).toList());
    }

    /** Returns the requirement of a request; empty if the table has no such endpoint. */
    Optional<Requirement> requirement(HttpServletRequest request) {
        return endpoints.stream()
                .filter(endpoint -> endpoint.accepts(request.getMethod()))
                .filter(endpoint -> endpoint.path().matches(request))
                .map(Endpoint::requirement)
                .findFirst();
    }

    /** Returns the methods of the endpoints with the path of a request; empty if there is no such path. */
    Set<String> methods(HttpServletRequest request) {
        Set<String> methods = new TreeSet<>();
        for (Endpoint endpoint : endpoints) {
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

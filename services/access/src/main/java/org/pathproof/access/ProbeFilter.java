// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.contributor.Status;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers the probes of Kubernetes before the filters of Spring and its servlet, which take most of the CPU time of a
 * probe. The answers are those of Actuator to a client that may see the status alone. All other requests pass,
 * including those with a token, with parameters, for another format, and for groups that do not exist.
 */
final class ProbeFilter extends OncePerRequestFilter {
    /** The groups of probes, which are the last part of the path. */
    static final List<String> GROUPS = List.of("liveness", "readiness");

    private static final String PATH = "/actuator/health/";
    private static final String TYPE = "application/vnd.spring-boot.actuator.v3+json";

    private final Supplier<Optional<HealthEndpoint>> health;
    private final Supplier<Optional<HealthEndpointGroups>> groups;

    /** @param health health endpoint of Actuator, and its groups; empty if the endpoint is disabled */
    ProbeFilter(Supplier<Optional<HealthEndpoint>> health, Supplier<Optional<HealthEndpointGroups>> groups) {
        this.health = health;
        this.groups = groups;
    }

    /** Returns the paths of the probes. */
    static String[] paths() {
        return GROUPS.stream().map(PATH::concat).toArray(String[]::new);
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        return !request.getMethod().equals("GET")
                || request.getHeader(HttpHeaders.AUTHORIZATION) != null
                || accept != null && !accept.equals(MediaType.ALL_VALUE)
                || request.getQueryString() != null;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String name = request.getServletPath().substring(PATH.length());
        HealthEndpointGroup group = groups.get().map(all -> all.get(name)).orElse(null);
        HealthDescriptor answer = group == null
                ? null
                : health.get().map(all -> all.healthForPath(name)).orElse(null);
        if (answer == null) {
            chain.doFilter(request, response);
            return;
        }
        Status status = answer.getStatus();
        byte[] body = ("{\"status\":\"" + status.getCode() + "\"}").getBytes(StandardCharsets.US_ASCII);
        response.setStatus(group.getHttpCodeStatusMapper().getStatusCode(status));
        response.setContentType(TYPE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}

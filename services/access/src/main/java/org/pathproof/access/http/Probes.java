// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/** The endpoints of probes: liveness, readiness and health. They get responses under load. */
public final class Probes {
    private static final List<PathPatternRequestMatcher> ENDPOINTS = List.of(
            PathPatternRequestMatcher.pathPattern("/api/v1/health"),
            PathPatternRequestMatcher.pathPattern("/actuator/health/**"));

    private Probes() {}

    /** Returns true if a request reads health. */
    public static boolean matches(HttpServletRequest request) {
        return (request.getMethod().equals(HttpMethod.GET.name())
                        || request.getMethod().equals(HttpMethod.HEAD.name()))
                && ENDPOINTS.stream().anyMatch(endpoint -> endpoint.matches(request));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.pathproof.access.http.Probes;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/**
 * The kinds of requests with limits of their own. A request has the kind of its endpoint, which Spring's path patterns
 * find in the decoded path, as the dispatcher does. The text of the path is never compared.
 */
enum RequestKind {
    /** Liveness, readiness and health. */
    PROBE,
    /** The event stream, whose controller limits the number of clients. */
    EVENTS,
    /** A prefix set, which is built in memory. */
    EXPORT,
    /** Validation on demand, which costs CPU time. */
    VALIDATION,
    /** Everything else. */
    OTHER;

    private static final String ATTRIBUTE = RequestKind.class.getName();

    private static final Map<RequestKind, PathPatternRequestMatcher> ENDPOINTS = Map.of(
            EVENTS, PathPatternRequestMatcher.pathPattern("/api/v1/events"),
            EXPORT, PathPatternRequestMatcher.pathPattern("/api/v1/export/{format}"),
            VALIDATION, PathPatternRequestMatcher.pathPattern("/api/v1/verify"));

    /** Returns the kind of a request. */
    static RequestKind of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof RequestKind known) {
            return known;
        }
        RequestKind kind = find(request);
        request.setAttribute(ATTRIBUTE, kind);
        return kind;
    }

    private static RequestKind find(HttpServletRequest request) {
        if (Probes.matches(request)) {
            return PROBE;
        }
        return ENDPOINTS.entrySet().stream()
                .filter(endpoint -> endpoint.getValue().matches(request))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(OTHER);
    }
}

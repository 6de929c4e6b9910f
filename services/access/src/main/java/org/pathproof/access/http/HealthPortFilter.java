// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.IntSupplier;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/** Serves only health, metrics and the other endpoints of Actuator on the port of health. */
final class HealthPortFilter extends OncePerRequestFilter {
    private static final PathPatternRequestMatcher ACTUATOR = PathPatternRequestMatcher.pathPattern("/actuator/**");

    private final IntSupplier port;

    /** @param port the bound port */
    HealthPortFilter(IntSupplier port) {
        this.port = port;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getLocalPort() != port.getAsInt() || Probes.matches(request) || ACTUATOR.matches(request)) {
            chain.doFilter(request, response);
        } else {
            ProblemWriter.write(
                    request, response, HttpServletResponse.SC_NOT_FOUND, "this port serves health and metrics only");
        }
    }
}

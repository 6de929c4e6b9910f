// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.pathproof.access.AuditLog;
import org.pathproof.access.http.ProblemWriter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests with a foreign name in {@code Host}, and requests from pages of a foreign {@code Origin}. This
 * prevents DNS rebinding, by which a page whose name resolves to this address could read the responses. IP literals in
 * {@code Host} are accepted, because they need no DNS; probes and load balancers use them. A page at an IP literal is
 * foreign unless {@code Host} has the same literal and port.
 */
public final class HostFilter extends OncePerRequestFilter {
    private final HostNames allowed;
    private final AuditLog audit;

    /** @param allowed names besides {@code localhost}, in the syntax of {@link HostNames} */
    public HostFilter(List<String> allowed, AuditLog audit) {
        this.allowed = new HostNames(allowed);
        this.audit = audit;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String host = request.getHeader(HttpHeaders.HOST);
        List<String> origins = Collections.list(request.getHeaders(HttpHeaders.ORIGIN));
        // Browsers always send Host. Only HTTP/1.0 clients omit it.
        if (host != null && !host.isBlank() && !allowed.acceptsHost(host)) {
            audit.logRefusal(request, HttpStatus.MISDIRECTED_REQUEST.value(), "foreign-host");
            ProblemWriter.write(
                    request,
                    response,
                    HttpStatus.MISDIRECTED_REQUEST.value(),
                    "'" + shown(host) + "' is not a name of this service: "
                            + HostNames.settingFor(host)
                                    .map(name -> "add " + shown(name))
                                    .orElse("add the host name, without a port,")
                            + " to pathproof.policy-api.http.allowed-hosts");
        } else if (origins.size() > 1 || !origins.isEmpty() && !allowed.acceptsOrigin(origins.getFirst(), host)) {
            audit.logRefusal(request, HttpStatus.FORBIDDEN.value(), "foreign-origin");
            ProblemWriter.write(
                    request,
                    response,
                    HttpStatus.FORBIDDEN.value(),
                    "pages of '" + shown(String.join(", ", origins))
                            + "' may not use this service: only its own pages, and pages of the host names in"
                            + " pathproof.policy-api.http.allowed-hosts");
        } else {
            chain.doFilter(request, response);
        }
    }

    private static String shown(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.pathproof.access.AuditLog;
import org.pathproof.access.http.ProblemWriter;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the requests per second of each client with a token, whatever addresses the client uses. {@link RequestGate}
 * limits the concurrent requests.
 */
public final class TokenRate extends OncePerRequestFilter {
    private final RequestRate rate;
    private final AuditLog audit;

    /** @param perSecond maximum sustained number of requests per second of one client */
    public TokenRate(int perSecond, AuditLog audit) {
        this.rate = new RequestRate(perSecond, System::nanoTime);
        this.audit = audit;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String client = request.getRemoteUser();
        if (client == null || rate.admits(client)) {
            chain.doFilter(request, response);
        } else {
            audit.logRefusal(request, HttpStatus.TOO_MANY_REQUESTS.value(), "token-rate");
            ProblemWriter.write(
                    request,
                    response,
                    HttpStatus.TOO_MANY_REQUESTS.value(),
                    "too many requests per second with this token");
        }
    }
}

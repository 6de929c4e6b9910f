// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.pathproof.access.AuditLog;
import org.pathproof.access.ProblemWriter;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the concurrent requests and the requests per second of each client with a token, whatever addresses the client
 * uses. The number of event streams is limited in total and by address, not by token.
 */
public final class TokenLimits extends OncePerRequestFilter {
    private final ConcurrencyLimiter concurrent;
    private final RequestRate rate;
    private final AuditLog audit;

    /**
     * @param maxRequests maximum number of concurrent requests of one client
     * @param perSecond maximum sustained number of requests per second of one client
     */
    public TokenLimits(int maxRequests, int perSecond, AuditLog audit) {
        this.concurrent = new ConcurrencyLimiter(maxRequests);
        this.rate = new RequestRate(perSecond, System::nanoTime);
        this.audit = audit;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String client = request.getRemoteUser();
        if (client == null) {
            chain.doFilter(request, response);
        } else if (!rate.admits(client)) {
            refuse(request, response, "token-rate", "too many requests per second with this token");
        } else if (request.getRequestURI().equals(RequestGate.EVENTS_PATH)) {
            chain.doFilter(request, response);
        } else if (concurrent.enter(client)) {
            try {
                chain.doFilter(request, response);
            } finally {
                concurrent.leave(client);
            }
        } else {
            refuse(request, response, "token-concurrency", "too many requests with this token are in progress");
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, String reason, String detail)
            throws IOException {
        audit.logRefusal(request, HttpStatus.TOO_MANY_REQUESTS.value(), reason);
        ProblemWriter.write(request, response, HttpStatus.TOO_MANY_REQUESTS.value(), detail);
    }
}

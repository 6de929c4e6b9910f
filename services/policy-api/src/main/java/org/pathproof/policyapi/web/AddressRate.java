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
 * Limits the requests per second of each address, except requests for health. The limit applies before tokens are
 * checked, because the check of a token costs time.
 */
public final class AddressRate extends OncePerRequestFilter {
    private final RequestRate rate;
    private final AuditLog audit;

    /** @param perSecond maximum sustained number of requests per second of one address */
    public AddressRate(int perSecond, AuditLog audit) {
        this.rate = new RequestRate(perSecond, System::nanoTime);
        this.audit = audit;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (RequestGate.isHealth(request.getRequestURI()) || rate.admits(request.getRemoteAddr())) {
            chain.doFilter(request, response);
        } else {
            audit.logRefusal(request, HttpStatus.TOO_MANY_REQUESTS.value(), "address-rate");
            ProblemWriter.write(
                    request,
                    response,
                    HttpStatus.TOO_MANY_REQUESTS.value(),
                    "too many requests per second from this address"
                            + " (pathproof.policy-api.http.max-rate-per-client is the limit)");
        }
    }
}

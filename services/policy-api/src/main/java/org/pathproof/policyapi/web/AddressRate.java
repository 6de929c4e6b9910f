// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.pathproof.access.AuditLog;
import org.pathproof.access.http.ProblemWriter;
import org.pathproof.wire.admission.ClientSite;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the requests per second of each address. Probes count separately, so that other requests of an address do not
 * refuse its probes. The limit applies before tokens are checked, because the check of a token costs time.
 */
public final class AddressRate extends OncePerRequestFilter {
    /** Sufficient for several probes of health per second, whatever the rate of other requests is. */
    private static final int MIN_PROBES_PER_SECOND = 10;

    private final RequestRate requests;
    private final RequestRate probes;
    private final AuditLog audit;

    /** @param perSecond maximum sustained number of requests per second of one address */
    public AddressRate(int perSecond, AuditLog audit) {
        this.requests = new RequestRate(perSecond, System::nanoTime);
        this.probes = new RequestRate(Math.max(perSecond, MIN_PROBES_PER_SECOND), System::nanoTime);
        this.audit = audit;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        RequestRate rate = RequestKind.of(request) == RequestKind.PROBE ? probes : requests;
        if (rate.admits(ClientSite.parse(request.getRemoteAddr()).toString())) {
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

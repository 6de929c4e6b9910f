// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.AuditLog;
import org.pathproof.access.http.ProblemWriter;
import org.pathproof.wire.admission.ClientSite;
import org.pathproof.wire.admission.FairShares;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the number of concurrent requests, in total, for one address and for one token, so that the memory of all
 * requests is bounded. A request takes its place when its client is known and its body is complete, and waits a short
 * time for a free place. Probes, prefix sets and validation on demand have separate gates ({@link RequestKind}), so
 * that none delays the others. Event streams pass without a gate; their controller limits their number.
 */
public final class RequestGate extends OncePerRequestFilter {
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);
    /** Maximum number of prefix sets that are built concurrently. One address gets all but one of them. */
    private static final int MAX_CONCURRENT_EXPORTS = 3;
    /** Maximum number of concurrent requests for validation. One address gets all but one of them. */
    private static final int MAX_CONCURRENT_VALIDATIONS = 3;

    private final AuditLog audit;
    private final Gate requests;
    private final Gate probes;
    private final Gate exports = Gate.fixed(MAX_CONCURRENT_EXPORTS, "exports");
    private final Gate validations = Gate.fixed(MAX_CONCURRENT_VALIDATIONS, "verifications on demand");
    private final FairShares<String> tokens;

    /**
     * @param all maximum number of concurrent requests
     * @param perClient maximum number of concurrent requests of one address, and with one token
     */
    public RequestGate(int all, int perClient, AuditLog audit) {
        this.audit = audit;
        requests = Gate.configured(all, perClient);
        probes = Gate.configured(all, perClient);
        tokens = new FairShares<>(Integer.MAX_VALUE, perClient);
    }

    /**
     * The limits of one kind of requests.
     *
     * @param all detail of the response to a request above the limit of all addresses
     * @param address detail of the response to a request above the limit of its address
     */
    private record Gate(FairShares<ClientSite> places, String all, String address) {
        static Gate configured(int all, int perAddress) {
            return new Gate(
                    new FairShares<>(all, perAddress),
                    "too many concurrent requests (pathproof.policy-api.http.max-requests)",
                    "too many concurrent requests from this address (pathproof.policy-api.http.max-requests-per-address)");
        }

        static Gate fixed(int all, String kind) {
            return new Gate(
                    new FairShares<>(all, all),
                    "too many concurrent " + kind + " (at most " + all + ")",
                    "too many concurrent " + kind + " from this address (at most " + (all - 1) + ")");
        }
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        switch (RequestKind.of(request)) {
            case EVENTS -> chain.doFilter(request, response);
            case PROBE -> pass(probes, request, response, chain);
            case EXPORT -> withToken(exports, request, response, chain);
            case VALIDATION -> withToken(validations, request, response, chain);
            case OTHER -> withToken(requests, request, response, chain);
        }
    }

    private void withToken(Gate gate, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String client = request.getRemoteUser();
        if (client == null) {
            pass(gate, request, response, chain);
        } else if (tokens.take(client, 1) == null) {
            try {
                pass(gate, request, response, chain);
            } finally {
                tokens.release(client, 1);
            }
        } else {
            refuse(
                    request,
                    response,
                    HttpStatus.TOO_MANY_REQUESTS,
                    "token-concurrency",
                    "too many requests with this token are in progress");
        }
    }

    private void pass(Gate gate, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ClientSite site = ClientSite.parse(request.getRemoteAddr());
        FairShares.Refusal refusal = take(gate, site);
        if (refusal == null) {
            try {
                chain.doFilter(request, response);
            } finally {
                gate.places.release(site, 1);
            }
        } else if (refusal == FairShares.Refusal.CLIENT) {
            refuse(request, response, HttpStatus.TOO_MANY_REQUESTS, "address-concurrency", gate.address);
        } else {
            refuse(request, response, HttpStatus.SERVICE_UNAVAILABLE, "too-many-requests", gate.all);
        }
    }

    private static FairShares.@Nullable Refusal take(Gate gate, ClientSite site) {
        try {
            return gate.places.take(site, 1, MAX_WAIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FairShares.Refusal.ALL;
        }
    }

    private void refuse(
            HttpServletRequest request, HttpServletResponse response, HttpStatus status, String reason, String detail)
            throws IOException {
        audit.logRefusal(request, status.value(), reason);
        ProblemWriter.write(request, response, status.value(), detail);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.pathproof.access.AuditLog;
import org.pathproof.access.ProblemWriter;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the number of concurrent requests, in total and for one address, so that the memory of all requests is
 * bounded. A request waits a short time for a free place, and is then refused. Health has a separate gate, so that
 * probes get a response under load. Prefix sets have a separate gate, because each is built in memory. Validation on
 * demand has a separate gate, because it costs CPU time and must not delay prefix sets. Event streams pass without a
 * gate; their controller limits their number.
 */
public final class RequestGate extends OncePerRequestFilter {
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);
    /** Maximum number of prefix sets that are built concurrently. */
    private static final int MAX_CONCURRENT_EXPORTS = 2;
    /** Maximum number of concurrent requests for validation. */
    private static final int MAX_CONCURRENT_VALIDATIONS = 2;

    static final String EVENTS_PATH = "/api/v1/events";

    private final AuditLog audit;
    private final Gate requests;
    private final Gate health;
    private final Gate exports = Gate.fixed(MAX_CONCURRENT_EXPORTS, "exports");
    private final Gate validations = Gate.fixed(MAX_CONCURRENT_VALIDATIONS, "verifications on demand");

    /**
     * @param all maximum number of concurrent requests
     * @param perAddress maximum number of concurrent requests of one address
     */
    public RequestGate(int all, int perAddress, AuditLog audit) {
        this.audit = audit;
        requests = Gate.configured(all, perAddress);
        health = Gate.configured(all, perAddress);
    }

    /**
     * The limits of one kind of requests.
     *
     * @param refusal detail of the response to a request above the limit of all addresses
     * @param addressRefusal detail of the response to a request above the limit of its address
     */
    private record Gate(Semaphore all, ConcurrencyLimiter byAddress, String refusal, String addressRefusal) {
        static Gate configured(int all, int perAddress) {
            return new Gate(
                    new Semaphore(all, true),
                    new ConcurrencyLimiter(perAddress),
                    "too many concurrent requests (pathproof.policy-api.http.max-requests)",
                    "too many concurrent requests from this address (pathproof.policy-api.http.max-requests-per-address)");
        }

        static Gate fixed(int all, String kind) {
            String refusal = "too many concurrent " + kind + " (at most " + all + ")";
            return new Gate(new Semaphore(all, true), new ConcurrencyLimiter(all), refusal, refusal);
        }
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String path = request.getRequestURI();
        if (path.equals(EVENTS_PATH)) {
            chain.doFilter(request, response);
            return;
        }
        Gate gate = gate(path);
        String address = request.getRemoteAddr();
        boolean admitted = false;
        boolean counted = false;
        try {
            counted = gate.byAddress.enter(address, MAX_WAIT);
            admitted = counted && gate.all.tryAcquire(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
            if (admitted) {
                chain.doFilter(request, response);
            } else {
                refuse(request, response, gate, counted);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            refuse(request, response, gate, counted);
        } finally {
            if (admitted) {
                gate.all.release();
            }
            if (counted) {
                gate.byAddress.leave(address);
            }
        }
    }

    private Gate gate(String path) {
        if (isHealth(path)) {
            return health;
        }
        if (path.startsWith("/api/v1/verify")) {
            return validations;
        }
        return path.startsWith("/api/v1/export") ? exports : requests;
    }

    /** Returns true for the paths of probes, which get a response under load. */
    static boolean isHealth(String path) {
        return path.equals("/api/v1/health") || path.startsWith("/actuator/health");
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, Gate gate, boolean counted)
            throws IOException {
        HttpStatus status = counted ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.TOO_MANY_REQUESTS;
        audit.logRefusal(request, status.value(), counted ? "too-many-requests" : "address-concurrency");
        ProblemWriter.write(request, response, status.value(), counted ? gate.refusal : gate.addressRefusal);
    }
}

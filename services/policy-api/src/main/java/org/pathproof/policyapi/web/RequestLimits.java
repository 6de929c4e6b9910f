// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.apache.coyote.CloseNowException;
import org.pathproof.access.AuditLog;
import org.pathproof.access.http.ProblemWriter;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the size and the time of every request body, and the time of every response except event streams. A chunked
 * body is counted while it is read.
 */
public final class RequestLimits extends OncePerRequestFilter {
    private static final String CUT_ATTRIBUTE = RequestLimits.class.getName() + ".CUT";

    private final AuditLog audit;
    private final long maxBytes;
    private final Duration bodyTime;
    private final Duration answerTime;

    /**
     * @param maxBytes maximum size of a body
     * @param bodyTime time limit for a complete body
     * @param answerTime time limit for a client to read a response
     */
    public RequestLimits(long maxBytes, Duration bodyTime, Duration answerTime, AuditLog audit) {
        this.audit = audit;
        this.maxBytes = maxBytes;
        this.bodyTime = bodyTime;
        this.answerTime = answerTime;
    }

    /**
     * Marks a response that failed after its start. The connection is closed, so that the client does not consider the
     * response complete.
     */
    public static void cut(HttpServletRequest request) {
        request.setAttribute(CUT_ATTRIBUTE, true);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > maxBytes) {
            RequestRefusedException tooLarge = LimitedBody.tooLarge(maxBytes);
            response.setHeader("Connection", "close");
            refuse(request, response, tooLarge);
            return;
        }
        LimitedBody.Request limited = new LimitedBody.Request(request, maxBytes, bodyTime);
        try {
            chain.doFilter(
                    limited,
                    RequestKind.of(request) == RequestKind.EVENTS
                            ? response
                            : new TimeLimitedResponse(response, answerTime));
            if (request.getAttribute(CUT_ATTRIBUTE) != null && response.isCommitted()) {
                throw new CloseNowException("response not finished, closing the connection");
            }
        } catch (RequestRefusedException e) {
            refuse(request, response, e);
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, RequestRefusedException e)
            throws IOException {
        audit.logRefusal(request, e.status().value(), e.reason());
        ProblemWriter.write(request, response, e.status().value(), e.getMessage());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.apache.coyote.CloseNowException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds the body of every request in bytes, before anything parses it, and in time; and the writing of every answer in time, event streams
 * apart. A body of unknown length (chunked) is counted while it is read.
 */
public final class RequestLimits extends OncePerRequestFilter {
    private static final String EVENTS_PATH = "/api/v1/events";
    private static final String CUT_ATTRIBUTE = RequestLimits.class.getName() + ".CUT";

    private final long maxBytes;
    private final Duration bodyTime;
    private final Duration answerTime;

    /**
     * @param maxBytes of a body
     * @param bodyTime in which a body has to arrive
     * @param answerTime in which an answer has to be taken by the client
     */
    public RequestLimits(long maxBytes, Duration bodyTime, Duration answerTime) {
        this.maxBytes = maxBytes;
        this.bodyTime = bodyTime;
        this.answerTime = answerTime;
    }

    /** Tells that an answer has failed after it began: its connection is closed, so that the client does not take it for whole. */
    public static void cut(HttpServletRequest request) {
        request.setAttribute(CUT_ATTRIBUTE, true);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > maxBytes) {
            RequestRefusedException tooLarge = LimitedBody.tooLarge(maxBytes);
            response.setHeader("Connection", "close");
            ProblemWriter.write(request, response, tooLarge.status().value(), tooLarge.getMessage());
            return;
        }
        LimitedBody.Request limited = new LimitedBody.Request(request, maxBytes, bodyTime);
        try {
            chain.doFilter(
                    limited,
                    request.getRequestURI().equals(EVENTS_PATH)
                            ? response
                            : new TimeLimitedResponse(response, answerTime));
            if (request.getAttribute(CUT_ATTRIBUTE) != null && response.isCommitted()) {
                throw new CloseNowException("an answer was not finished");
            }
        } catch (RequestRefusedException e) {
            ProblemWriter.write(request, response, e.status().value(), e.getMessage());
        }
    }
}

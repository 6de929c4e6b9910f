// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.web;

import static org.slf4j.MarkerFactory.getMarker;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.http.ProblemWriter;
import org.pathproof.access.http.RequestedPath;
import org.pathproof.history.questions.UnansweredException;
import org.pathproof.history.questions.UnknownNameException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Converts the exceptions of requests to problem details (RFC 9457). */
@RestControllerAdvice
public final class HistoryProblems {
    private static final Logger log = LoggerFactory.getLogger(HistoryProblems.class);
    private static final String RETRY_AFTER_SECONDS = "2";

    @ExceptionHandler
    void badParameter(BadParameterException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        write(request, response, HttpStatus.BAD_REQUEST, e.getMessage());
    }

    @ExceptionHandler
    void unknownName(UnknownNameException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        write(
                request,
                response,
                HttpStatus.BAD_REQUEST,
                BadParameterException.of(e.parameter(), e.value(), e.fault()).getMessage());
    }

    @ExceptionHandler
    void notReady(NotReadyException e, HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        write(request, response, HttpStatus.SERVICE_UNAVAILABLE, e.getMessage());
    }

    @ExceptionHandler
    void refuseUnanswered(UnansweredException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        write(request, response, HttpStatus.SERVICE_UNAVAILABLE, e.getMessage());
    }

    /** Handles a client that has closed the connection. No response is sent. */
    @ExceptionHandler
    void handleDisconnect(IOException e, HttpServletRequest request) {
        log.debug("response not finished: path={} error={}", RequestedPath.of(request), e.toString());
    }

    @ExceptionHandler
    void internal(RuntimeException e, HttpServletRequest request, HttpServletResponse response) throws IOException {
        log.error(
                getMarker("history-internal-error"),
                "internal error: method={} path={}",
                request.getMethod(),
                RequestedPath.of(request),
                e);
        write(request, response, HttpStatus.INTERNAL_SERVER_ERROR, "internal error");
    }

    private static void write(
            HttpServletRequest request, HttpServletResponse response, HttpStatus status, @Nullable String detail)
            throws IOException {
        if (!response.isCommitted()) {
            ProblemWriter.write(request, response, status.value(), detail);
        }
    }
}

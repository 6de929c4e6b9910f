// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import static org.slf4j.MarkerFactory.getMarker;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.AuditLog;
import org.pathproof.access.http.RequestedPath;
import org.pathproof.policyapi.web.RequestLimits;
import org.pathproof.policyapi.web.RequestRefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Converts the exceptions of requests to problem details (RFC 9457), regardless of the media types that the client
 * accepts.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
@RestControllerAdvice
public final class Problems extends ResponseEntityExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(Problems.class);
    private static final String RETRY_AFTER_SECONDS = "2";

    private final AuditLog audit;

    public Problems(AuditLog audit) {
        this.audit = audit;
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> badRequest(BadRequestException e, WebRequest request) {
        return problem(e, HttpStatus.BAD_REQUEST, e.getMessage(), new HttpHeaders(), request);
    }

    /** Handles a query or form that Tomcat cannot parse: too many parameters, or a parameter without a name. */
    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> badParameters(InvalidParameterException e, WebRequest request) {
        return problem(
                e,
                HttpStatus.BAD_REQUEST,
                "the parameters cannot be read: " + e.getMessage(),
                new HttpHeaders(),
                request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> notFound(NotFoundException e, WebRequest request) {
        return problem(e, HttpStatus.NOT_FOUND, e.getMessage(), new HttpHeaders(), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> gone(GoneException e, WebRequest request) {
        return problem(e, HttpStatus.GONE, e.getMessage(), new HttpHeaders(), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> precondition(PreconditionException e, WebRequest request) {
        return problem(e, e.status(), e.getMessage(), new HttpHeaders(), request);
    }

    /** Adds the problems of the document as the member {@code problems}. */
    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> invalidDocument(InvalidDocumentException e, WebRequest request) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, e.getMessage());
        problem.setProperty("problems", e.problems());
        return handleExceptionInternal(e, problem, new HttpHeaders(), HttpStatus.BAD_REQUEST, request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> notReady(NotReadyException e, WebRequest request) {
        return problem(e, HttpStatus.SERVICE_UNAVAILABLE, e.getMessage(), retryAfter(), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> refused(RequestRefusedException e, HttpServletRequest servlet, WebRequest request) {
        audit.logRefusal(servlet, e.status().value(), e.reason());
        HttpHeaders headers = e.isTemporary() ? retryAfter() : new HttpHeaders();
        return problem(e, e.status(), e.getMessage(), headers, request);
    }

    /** Handles a client that has closed the connection or does not read. No response is sent. */
    @ExceptionHandler
    void handleDisconnect(IOException e, HttpServletRequest request) {
        log.debug(
                "response not finished: method={} path={} error={}",
                request.getMethod(),
                RequestedPath.of(request),
                e.toString());
        RequestLimits.cut(request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> internal(RuntimeException e, HttpServletRequest servlet, WebRequest request) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException io) {
                handleDisconnect(io, servlet);
                return null;
            }
        }
        log.error(
                getMarker("http-internal-error"),
                "internal error: method={} path={}",
                servlet.getMethod(),
                RequestedPath.of(servlet),
                e);
        return problem(e, HttpStatus.INTERNAL_SERVER_ERROR, "internal error", new HttpHeaders(), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
            MissingServletRequestParameterException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(e, status, "parameter " + e.getParameterName() + " is missing", headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(e, status, BindingErrors.describe(e), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(e, status, BindingErrors.describe(e.getBindingResult()), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(e, status, BindingErrors.describe(e), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return problem(e, status, "the body is not the expected JSON", headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception e, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (request instanceof ServletWebRequest servlet) {
            HttpServletResponse response = servlet.getResponse();
            if (response != null && response.isCommitted()) {
                RequestLimits.cut(servlet.getRequest());
                return null;
            }
        }
        HttpHeaders all = new HttpHeaders();
        all.putAll(headers);
        all.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        return super.handleExceptionInternal(e, body, all, status, request);
    }

    private static HttpHeaders retryAfter() {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        return headers;
    }

    private @Nullable ResponseEntity<Object> problem(
            Exception e, HttpStatusCode status, @Nullable String detail, HttpHeaders headers, WebRequest request) {
        ProblemDetail problem =
                detail == null ? ProblemDetail.forStatus(status) : ProblemDetail.forStatusAndDetail(status, detail);
        return handleExceptionInternal(e, problem, headers, status, request);
    }
}

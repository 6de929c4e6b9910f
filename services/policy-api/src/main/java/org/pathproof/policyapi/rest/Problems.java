// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.PolicyApiConfiguration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Turns what is wrong with a request into problem details (RFC 9457). */
@Order(Ordered.HIGHEST_PRECEDENCE)
@RestControllerAdvice(basePackageClasses = PolicyApiConfiguration.class)
public final class Problems {
    @ExceptionHandler
    ResponseEntity<ProblemDetail> badRequest(BadRequestException e) {
        return problem(HttpStatus.BAD_REQUEST, e.getMessage(), new HttpHeaders());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unreadable(HttpMessageNotReadableException e) {
        return problem(HttpStatus.BAD_REQUEST, "the body is not the JSON that is expected here", new HttpHeaders());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notFound(NotFoundException e) {
        return problem(HttpStatus.NOT_FOUND, e.getMessage(), new HttpHeaders());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notReady(NotReadyException e) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, "2");
        return problem(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage(), headers);
    }

    private static ResponseEntity<ProblemDetail> problem(
            HttpStatus status, @Nullable String detail, HttpHeaders headers) {
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        return new ResponseEntity<>(
                ProblemDetail.forStatusAndDetail(status, detail == null ? status.getReasonPhrase() : detail),
                headers,
                status);
    }
}

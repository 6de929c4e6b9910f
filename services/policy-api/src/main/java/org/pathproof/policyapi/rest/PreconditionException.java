// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import org.springframework.http.HttpStatus;

/** A conditional change was not made: its condition is missing, or does not hold. */
public final class PreconditionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final HttpStatus status;

    private PreconditionException(HttpStatus status, String message) {
        super(message);
        this.status = status;
    }

    /** Returns the exception for a condition that does not hold. */
    public static PreconditionException failed(String message) {
        return new PreconditionException(HttpStatus.PRECONDITION_FAILED, message);
    }

    /** Returns the exception for a request without a condition (RFC 6585 section 3). */
    public static PreconditionException required(String message) {
        return new PreconditionException(HttpStatus.PRECONDITION_REQUIRED, message);
    }

    HttpStatus status() {
        return status;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import org.springframework.http.HttpStatus;

/**
 * A request was refused, for example because of its size, its duration or the role of its client. The message explains
 * the refusal to the client; the reason is its name in the audit log.
 */
public final class RequestRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final String reason;

    /** @param reason one word for {@link org.pathproof.access.AuditLog#logRefusal} */
    public RequestRefusedException(HttpStatus status, String reason, String message) {
        super(message);
        this.status = status;
        this.reason = reason;
    }

    /** Returns the exception for a body or a batch above its limit. */
    public static RequestRefusedException tooLarge(String message) {
        return new RequestRefusedException(HttpStatus.CONTENT_TOO_LARGE, "too-large", message);
    }

    public HttpStatus status() {
        return status;
    }

    /** Returns the reason in one word. */
    public String reason() {
        return reason;
    }

    /** Returns true if the same request can succeed later. */
    public boolean isTemporary() {
        return status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE;
    }
}

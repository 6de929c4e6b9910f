// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** The requested data existed, and are not known any more. The message has the next step for the client. */
public final class GoneException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public GoneException(String message) {
        super(message);
    }
}

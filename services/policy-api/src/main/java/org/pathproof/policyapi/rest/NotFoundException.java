// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** The resource in the path of the request does not exist. */
public final class NotFoundException extends RuntimeException {
    public NotFoundException(String message) {
        super(message);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** What a path names does not exist now. */
public final class NotFoundException extends RuntimeException {
    public NotFoundException(String message) {
        super(message);
    }
}

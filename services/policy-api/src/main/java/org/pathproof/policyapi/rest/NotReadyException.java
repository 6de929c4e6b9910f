// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** An answer would be wrong now, because data is still missing; the message says which. */
public final class NotReadyException extends RuntimeException {
    public NotReadyException(String message) {
        super(message);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** An answer would be wrong, because data is missing. The message names the data. */
public final class NotReadyException extends RuntimeException {
    public NotReadyException(String message) {
        super(message);
    }
}

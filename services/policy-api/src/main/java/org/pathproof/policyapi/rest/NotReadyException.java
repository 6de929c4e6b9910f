// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** A correct answer is not possible yet, because data is missing. The message names the data. */
public final class NotReadyException extends RuntimeException {
    public NotReadyException(String message) {
        super(message);
    }
}

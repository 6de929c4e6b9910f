// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

/** No response is possible now, for example because data is missing. The message names the reason. */
public final class NotReadyException extends RuntimeException {
    public NotReadyException(String message) {
        super(message);
    }
}

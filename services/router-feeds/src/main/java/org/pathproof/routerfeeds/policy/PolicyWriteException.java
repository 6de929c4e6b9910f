// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

/**
 * A change could not be written, or was not confirmed in time. In the second case, the change may still come into
 * force, and the message says so.
 */
public final class PolicyWriteException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PolicyWriteException(String message) {
        super(message);
    }

    PolicyWriteException(String message, Throwable cause) {
        super(message, cause);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

/** Why Pathproof could not start, in a line for whoever started it. */
final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartFailure(String message) {
        super(message);
    }

    StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}

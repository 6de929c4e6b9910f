// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

/** Reports a failed start. The message is one line for the console. */
final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartFailure(String message) {
        super(message);
    }

    StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}

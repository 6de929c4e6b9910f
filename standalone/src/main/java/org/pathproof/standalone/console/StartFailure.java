// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.console;

/** Reports a failed start. The message is one line for the console. */
public final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates a failure; {@code message} is one line. */
    public StartFailure(String message) {
        super(message);
    }

    /** Creates a failure with its cause; {@code message} is one line. */
    public StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}

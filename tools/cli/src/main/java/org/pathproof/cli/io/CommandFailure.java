// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.io;

/**
 * Ends a command with an error message for the user and exit code 2. The cause is outside this program, for example a
 * file.
 */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CommandFailure(String message) {
        super(message);
    }

    public CommandFailure(String message, Throwable cause) {
        super(message, cause);
    }
}

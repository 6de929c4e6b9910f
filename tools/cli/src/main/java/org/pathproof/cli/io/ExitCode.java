// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.io;

/** Exit codes of all commands. Scripts rely on them. */
public final class ExitCode {
    /** Success: no damaged input, and every path is valid. */
    public static final int OK = 0;
    /** The command ran, and found damaged input, a path that is not valid, no route, or failing health. */
    public static final int PROBLEM_FOUND = 1;
    /** The command could not run: wrong usage, an unreadable file, or a peer that does not respond. */
    public static final int CANNOT_RUN = 2;
    /** Internal error. */
    public static final int INTERNAL_ERROR = 3;

    private ExitCode() {}
}

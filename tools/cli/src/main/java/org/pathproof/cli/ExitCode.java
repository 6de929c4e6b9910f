// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

/** What the exit codes of all commands mean; scripts rely on them. */
public final class ExitCode {
    /** All is well: nothing damaged, every path valid. */
    public static final int OK = 0;
    /** The command did its work and what it looked at is not well. */
    public static final int FOUND = 1;
    /** The command could not do its work: wrong usage, an unreadable file, a peer that does not answer. */
    public static final int USAGE = 2;
    /** A fault of this program. */
    public static final int FAULT = 3;

    private ExitCode() {}
}

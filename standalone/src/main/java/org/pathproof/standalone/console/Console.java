// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.console;

import java.io.PrintWriter;

/** Console of the user who started the program. Lines are flushed at once. Thread-safe. */
public final class Console {
    private final PrintWriter out;

    /** Creates a console that prints to {@code out}. */
    public Console(PrintWriter out) {
        this.out = out;
    }

    /** Prints an event, or the start or end of a step. */
    public synchronized void say(String line) {
        out.println(line);
        out.flush();
    }

    /** Prints a fault that needs attention. */
    public void warn(String line) {
        say("WARNING: " + line);
    }
}

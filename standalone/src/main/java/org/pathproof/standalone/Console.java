// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.io.PrintWriter;

/** Console of the user who started the program. Lines are flushed at once. Thread-safe. */
final class Console {
    private final PrintWriter out;

    Console(PrintWriter out) {
        this.out = out;
    }

    /** Prints an event, or the start or end of a step. */
    synchronized void say(String line) {
        out.println(line);
        out.flush();
    }

    /** Prints a fault that needs attention. */
    void warn(String line) {
        say("WARNING: " + line);
    }
}

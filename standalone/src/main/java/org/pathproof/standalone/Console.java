// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.io.PrintWriter;

/** Lines for the person who started the program. Each is out at once; any thread may write. */
final class Console {
    private final PrintWriter out;

    Console(PrintWriter out) {
        this.out = out;
    }

    /** An event, or a step that begins or ends. */
    synchronized void say(String line) {
        out.println(line);
        out.flush();
    }

    /** A fault that a person has to know of. */
    void warn(String line) {
        say("WARNING: " + line);
    }
}

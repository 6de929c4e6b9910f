// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints progress lines with the seconds since the start. */
public final class Progress {
    private final PrintWriter out;
    private final long start = System.nanoTime();

    public Progress(PrintWriter out) {
        this.out = out;
    }

    public void print(String what) {
        out.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - start) / 1e9, what);
        out.flush();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.io.PrintWriter;
import java.util.Locale;

/** Tells an operator what the benchmark is doing, with the seconds since its start. */
final class Progress {
    private final PrintWriter out;
    private final long start = System.nanoTime();

    Progress(PrintWriter out) {
        this.out = out;
    }

    void say(String what) {
        out.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - start) / 1e9, what);
        out.flush();
    }
}

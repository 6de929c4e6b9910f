// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A start time that another process can compare with its own clock. */
record Stopwatch(long startUs) {
    static Stopwatch start() {
        return new Stopwatch(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
    }

    /** Returns the time since the start in milliseconds. */
    double ms() {
        return (start().startUs - startUs) / 1e3;
    }

    double msUntil(RouterProcess.Reached end) {
        return (end.atUs() - startUs) / 1e3;
    }
}

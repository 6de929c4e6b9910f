// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** Keeps whoever connects without end from filling the log: so many lines a minute, then their number. Metrics count them all. */
final class WarningLimit {
    private static final int A_MINUTE = 20;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final Logger log;
    private final String what;
    private long since = System.nanoTime();
    private int said;

    WarningLimit(Logger log, String what) {
        this.log = log;
        this.what = what;
    }

    synchronized boolean mayWarn() {
        long now = System.nanoTime();
        if (now - since > MINUTE) {
            if (said > A_MINUTE) {
                log.warn("{} more {} were not written here", said - A_MINUTE, what);
            }
            since = now;
            said = 0;
        }
        said++;
        return said <= A_MINUTE;
    }
}

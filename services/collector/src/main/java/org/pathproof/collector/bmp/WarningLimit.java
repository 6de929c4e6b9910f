// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** Limits warnings per minute, and logs the number of suppressed ones afterwards. Metrics count all events. */
final class WarningLimit {
    private static final int MAX_WARNINGS_PER_MINUTE = 20;
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Logger log;
    private final String subject;
    private long since = System.nanoTime();
    private int count;

    WarningLimit(Logger log, String subject) {
        this.log = log;
        this.subject = subject;
    }

    synchronized boolean mayWarn() {
        long now = System.nanoTime();
        if (now - since > MINUTE_NANOS) {
            if (count > MAX_WARNINGS_PER_MINUTE) {
                log.warn("warnings suppressed: count={} subject={}", count - MAX_WARNINGS_PER_MINUTE, subject);
            }
            since = now;
            count = 0;
        }
        count++;
        return count <= MAX_WARNINGS_PER_MINUTE;
    }
}

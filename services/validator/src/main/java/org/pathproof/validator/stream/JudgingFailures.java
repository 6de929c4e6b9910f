// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.pathproof.contracts.RouteKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the routes that could not be judged because of an error in Pathproof. Logs at most one of them, with its stack
 * trace, per ten seconds, because a defect may affect every route of a table. Thread-safe.
 */
final class JudgingFailures {
    private static final Logger log = LoggerFactory.getLogger(JudgingFailures.class);
    private static final long LOG_INTERVAL_NS = Duration.ofSeconds(10).toNanos();

    private final Counter counter;
    private final LongAdder unlogged = new LongAdder();
    private final AtomicLong nextLog = new AtomicLong(System.nanoTime());

    JudgingFailures(Counter counter) {
        this.counter = counter;
    }

    /** Counts a route that could not be judged. */
    void report(RouteKey route, Throwable thrown) {
        counter.increment();
        long due = nextLog.get();
        long now = System.nanoTime();
        if (now - due < 0 || !nextLog.compareAndSet(due, now + LOG_INTERVAL_NS)) {
            unlogged.increment();
            return;
        }
        log.error(
                "Judging failed, route stays UNVERIFIED: prefix={} session={} failures_not_logged={}",
                route.prefix(),
                route.session(),
                unlogged.sumThenReset(),
                thrown);
    }
}

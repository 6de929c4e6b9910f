// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import org.pathproof.contracts.RouteKey;
import org.pathproof.wire.LogThrottle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the judgements that failed because of an error in Pathproof. Logs at most one of them, with its stack trace,
 * per ten seconds, because a defect may affect every route of a table. Thread-safe.
 */
final class JudgingFailures {
    private static final Logger log = LoggerFactory.getLogger(JudgingFailures.class);

    private final Counter counter;
    private final LogThrottle throttle = new LogThrottle(1, Duration.ofSeconds(10));

    JudgingFailures(Counter counter) {
        this.counter = counter;
    }

    /** Counts a failed judgement. */
    void report(RouteKey route, Throwable thrown) {
        counter.increment();
        throttle.permit()
                .ifPresent(suppressed -> log.error(
                        "Judging failed, route stays UNVERIFIED: prefix={} session={} suppressed={}",
                        route.prefix(),
                        route.session(),
                        suppressed,
                        thrown));
    }
}

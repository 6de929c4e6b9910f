// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.slf4j.MarkerFactory.getMarker;

import io.micrometer.core.instrument.Counter;
import org.pathproof.contracts.RouteKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs the judgements that failed because of an error in Pathproof. Thread-safe. */
final class JudgingFailures {
    private static final Logger log = LoggerFactory.getLogger(JudgingFailures.class);

    private final Counter counter;

    JudgingFailures(Counter counter) {
        this.counter = counter;
    }

    /** Counts a failed judgement. */
    void report(RouteKey route, Throwable thrown) {
        counter.increment();
        log.error(
                getMarker("judging-failed"),
                "Judging failed, the verdict gets the finding judging-failed: session={} prefix={}",
                route.session(),
                route.prefix(),
                thrown);
    }
}

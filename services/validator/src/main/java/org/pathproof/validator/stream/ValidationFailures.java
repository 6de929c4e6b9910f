// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.slf4j.MarkerFactory.getMarker;

import io.micrometer.core.instrument.Counter;
import org.pathproof.contracts.RouteKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs the validations that failed because of an error in Pathproof. Thread-safe. */
final class ValidationFailures {
    private static final Logger log = LoggerFactory.getLogger(ValidationFailures.class);

    private final Counter counter;

    ValidationFailures(Counter counter) {
        this.counter = counter;
    }

    /** Counts and logs a failed validation. */
    void report(RouteKey route, Throwable thrown) {
        counter.increment();
        log.error(
                getMarker("judging-failed"),
                "Validation failed, the verdict gets the finding judging-failed: session={} prefix={}",
                route.session(),
                route.prefix(),
                thrown);
    }
}

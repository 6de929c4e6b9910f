// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Growing delays with jitter (RFC 4271 section 10: a factor of 0.75 to 1.0). */
final class BackOff {
    private final Duration min;
    private final Duration max;
    private final RandomGenerator random;
    private Duration next;

    BackOff(Duration min, Duration max, RandomGenerator random) {
        this.min = min;
        this.max = max;
        this.random = random;
        this.next = min;
    }

    /** Returns the delay before the next attempt, and doubles the following delay up to the maximum. */
    Duration next() {
        Duration delay = next;
        Duration doubled = delay.multipliedBy(2);
        next = doubled.compareTo(max) < 0 ? doubled : max;
        return jittered(delay, random);
    }

    void reset() {
        next = min;
    }

    static Duration jittered(Duration time, RandomGenerator random) {
        return Duration.ofNanos((long) (time.toNanos() * random.nextDouble(0.75, 1.0)));
    }
}

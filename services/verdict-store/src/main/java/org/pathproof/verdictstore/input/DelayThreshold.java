// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides if a delay is too long, with hysteresis. A delay above the limit is too long, and so is an unknown delay. A
 * delay stays too long until it falls to half of the limit. Thread-safe.
 */
final class DelayThreshold {
    private final Duration limit;
    private boolean late = true;

    DelayThreshold(Duration limit) {
        this.limit = limit;
    }

    /** @param delay null while unknown */
    synchronized boolean isLate(@Nullable Duration delay) {
        late = delay == null || delay.compareTo(late ? limit.dividedBy(2) : limit) > 0;
        return late;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a delay is too long. It is as soon as it exceeds the limit, or is not known; it is no longer when it has fallen to half
 * of the limit, so that a delay around the limit does not change the answer each second. Thread-safe.
 */
final class DelayThreshold {
    private final Duration limit;
    private boolean late = true;

    DelayThreshold(Duration limit) {
        this.limit = limit;
    }

    /** @param delay null when it is not known */
    synchronized boolean isLate(@Nullable Duration delay) {
        late = delay == null || delay.compareTo(late ? limit.dividedBy(2) : limit) > 0;
        return late;
    }
}

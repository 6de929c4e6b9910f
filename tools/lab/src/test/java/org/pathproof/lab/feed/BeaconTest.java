// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.Conditions;

class BeaconTest {
    private final AtomicBoolean object = new AtomicBoolean(true);
    private final AtomicBoolean follows = new AtomicBoolean(true);
    private final AtomicBoolean shown = new AtomicBoolean(true);

    private final Beacon.Target target = new Beacon.Target() {
        @Override
        public void change(boolean present) {
            object.set(present);
        }

        @Override
        public boolean isPresent() {
            if (follows.get()) {
                shown.set(object.get());
            }
            return shown.get();
        }
    };

    @Test
    void aChangeThatTheFeedDoesNotShowCounts() {
        try (Beacon beacon = new Beacon("test", target)) {
            Conditions.await("two changes are shown", () -> beacon.changes() >= 2);
            follows.set(false);
            Conditions.await("a change stays unseen", () -> beacon.slowest().compareTo(Duration.ofMillis(700)) > 0);
        }
        assertThat(object).isTrue();
    }
}

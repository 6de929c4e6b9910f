// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.Conditions;

final class FeedThreadTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofHours(1);

    private final AtomicInteger steps = new AtomicInteger();

    private FeedThread thread(Duration interval, Duration untilNext) {
        return new FeedThread("test-feed", Clock.systemUTC(), interval, now -> {
            steps.incrementAndGet();
            return now.plus(untilNext);
        });
    }

    private void awaitSteps(int count) {
        Conditions.await(count + " steps", TIMEOUT, () -> steps.get() >= count);
    }

    @Test
    void runsAStepAtTheStartAndAfterEachWakeUp() {
        FeedThread thread = thread(LONG, LONG);
        thread.start();
        try {
            awaitSteps(1);
            for (int count = 2; count < 5; count++) {
                thread.wake();
                awaitSteps(count);
            }
        } finally {
            thread.stop();
        }
        assertThat(steps).hasValue(4);
    }

    @Test
    void runsAStepAtTheTimeThatTheLastStepReturned() {
        FeedThread thread = thread(LONG, Duration.ofMillis(1));
        thread.start();
        try {
            awaitSteps(3);
        } finally {
            thread.stop();
        }
    }

    @Test
    void runsAStepInEachInterval() {
        FeedThread thread = thread(Duration.ofMillis(1), LONG);
        thread.start();
        try {
            awaitSteps(3);
        } finally {
            thread.stop();
        }
    }

    @Test
    void stopsAndStartsAgain() {
        FeedThread thread = thread(LONG, LONG);
        thread.start();
        awaitSteps(1);
        thread.stop();
        assertThat(thread.isStarted()).isFalse();
        thread.start();
        try {
            assertThat(thread.isStarted()).isTrue();
            awaitSteps(2);
        } finally {
            thread.stop();
        }
    }
}

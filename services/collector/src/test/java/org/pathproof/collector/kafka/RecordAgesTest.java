// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordAgesTest {
    private static final Duration GENERATION = RecordAges.GENERATION;

    private long now = 1_000_000;
    private final RecordAges ages = new RecordAges(() -> now);

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void anIdleCollectorHasNoOldRecord() {
        assertThat(ages.oldest()).isZero();
        pass(Duration.ofMinutes(1));
        int record = ages.add();
        assertThat(ages.oldest()).isZero();
        pass(Duration.ofMillis(5));
        assertThat(ages.oldest()).isEqualTo(Duration.ofMillis(5));
        ages.remove(record);
        assertThat(ages.oldest()).isZero();
    }

    /** The other partitions go on while one has no leader. */
    @Test
    void aRecordThatWaitsIsSeenBehindRecordsThatDoNot() {
        int waiting = ages.add();
        for (int i = 0; i < 3_000; i++) {
            int record = ages.add();
            pass(Duration.ofMillis(1));
            ages.remove(record);
        }
        assertThat(ages.oldest())
                .isBetween(Duration.ofSeconds(3), Duration.ofSeconds(3).plus(GENERATION));
        ages.remove(waiting);
        ages.remove(ages.add());
        pass(Duration.ofMillis(1));
        ages.remove(ages.add());
        assertThat(ages.oldest()).isZero();
    }

    @Test
    void theBoundIsNeverBelowTheAgeAndAtMostTwoGenerationsAboveTheLongestWait() {
        Random random = new Random(20_261_126);
        record Sent(long at, int generation) {}
        ArrayDeque<Sent> inFlight = new ArrayDeque<>();
        Duration wait = Duration.ofMillis(400);
        for (int i = 0; i < 200_000; i++) {
            pass(Duration.ofMillis(random.nextInt(4)));
            if (random.nextInt(3) > 0) {
                inFlight.add(new Sent(now, ages.add()));
            }
            while (!inFlight.isEmpty() && now - inFlight.getFirst().at() > random.nextLong(wait.toNanos())) {
                ages.remove(inFlight.removeFirst().generation());
            }
            Duration age = inFlight.isEmpty()
                    ? Duration.ZERO
                    : Duration.ofNanos(now - inFlight.getFirst().at());
            assertThat(ages.oldest()).isBetween(age, age.plus(wait).plus(GENERATION.multipliedBy(2)));
        }
    }
}

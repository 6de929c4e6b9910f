// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RecordRateTest {
    private static final long MS = 1_000_000;

    @Property(tries = 50)
    void approachesASteadyRate(@ForAll @IntRange(min = 1, max = 100) int perMillisecond) {
        RecordRate rate = new RecordRate(Long.MAX_VALUE - 10 * MS); // the clock overflows meanwhile
        long now = Long.MAX_VALUE - 10 * MS;
        for (int i = 0; i < 2_000; i++) {
            now += MS;
            rate.add(perMillisecond, now);
        }
        assertThat(rate.perSecond(now)).isCloseTo(perMillisecond * 1000.0, within(perMillisecond * 10.0));
    }

    @Test
    void ignoresABurstAfterTwoSeconds() {
        RecordRate rate = new RecordRate(0);
        rate.add(300, 5 * MS);
        assertThat(rate.perSecond(5 * MS)).isEqualTo(1_200, within(1.0));
        assertThat(rate.perSecond(2_000 * MS)).isLessThan(1);
    }

    @Test
    void keepsTheRateWhenTheClockStands() {
        RecordRate rate = new RecordRate(7);
        rate.add(10, 7);
        rate.add(10, 3);
        assertThat(rate.perSecond(7)).isEqualTo(80);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class ScheduleTest {
    @Test
    void steadyRateHasEqualIntervals() {
        Schedule schedule = Schedule.steady(5000, 2);
        assertThat(schedule.updates()).isEqualTo(10_000);
        assertThat(schedule.micros(0)).isZero();
        assertThat(schedule.micros(1)).isEqualTo(200);
        assertThat(schedule.micros(9_999)).isEqualTo(1_999_800);
        assertThat(schedule.due(0)).isEqualTo(1);
        assertThat(schedule.due(199)).isEqualTo(1);
        assertThat(schedule.due(10_000_000)).isEqualTo(10_000);
    }

    @Property
    void dueIsTheInverseOfMicros(@ForAll @Size(min = 1, max = 8) List<@IntRange(max = 50) Integer> updates) {
        Schedule schedule = new Schedule(
                updates.stream().map(count -> new Schedule.Step(100, count)).toList());
        assertThat(Schedule.parse(schedule.toString()).toString()).isEqualTo(schedule.toString());
        for (int i = 0; i < schedule.updates(); i++) {
            assertThat(schedule.due(schedule.micros(i))).isGreaterThan(i);
            assertThat(schedule.due(schedule.micros(i) - 1)).isLessThanOrEqualTo(i);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class SpareTimeTest {
    private static final long MS = 1_000_000;

    private final SpareTime spare = new SpareTime();

    @Test
    void anIdleThreadMaySpendAllOfItsTimeInPieces() {
        assertThat(spare.grant(0)).isEqualTo(10 * MS);
        spare.spend(10 * MS);
        assertThat(spare.grant(0)).isZero();
        assertThat(spare.grant(5)).isEqualTo(5 * MS);
        assertThat(spare.grant(1_000)).isEqualTo(10 * MS);
    }

    @Test
    void itIsWantedAsLongAsATaskOfTheThreadHasOtherWork() throws InterruptedException {
        assertThat(spare.isWanted()).isFalse();
        spare.beginsToWant();
        spare.beginsToWant();
        spare.wantsNoMore();
        assertThat(spare.isWanted()).isTrue();
        AtomicBoolean elsewhere = new AtomicBoolean(true);
        Thread.ofPlatform().start(() -> elsewhere.set(spare.isWanted())).join();
        assertThat(elsewhere).isFalse();
        spare.wantsNoMore();
        assertThat(spare.isWanted()).isFalse();
    }

    @Test
    void whatRecordsTakeIsNotSpared() {
        spare.spend(spare.grant(0));
        spare.records(6 * MS);
        // of the 10 ms that were left for records they took 6
        assertThat(spare.grant(20)).isEqualTo(8 * MS);
    }

    @Test
    void aThreadThatIsFullOfRecordsDoesALittle() {
        long now = 0;
        long granted = 0;
        for (int polls = 0; polls < 1_000; polls++) {
            long grant = spare.grant(now);
            spare.spend(grant);
            granted += grant;
            spare.records(20 * MS);
            now += grant / MS + 20;
        }
        assertThat(granted / (double) (now * MS)).isCloseTo(0.15, within(0.02));
    }

    @Test
    void whatTookTooLongIsPaidBackWhileThereAreRecords() {
        spare.spend(spare.grant(0) + 50 * MS);
        spare.records(40 * MS);
        assertThat(spare.grant(100)).isZero();
        spare.records(100 * MS);
        assertThat(spare.grant(200)).isZero();
        spare.records(200 * MS);
        assertThat(spare.grant(400)).isPositive();
    }

    @Test
    void recordsThatWaitGoFirst() {
        spare.spend(spare.grant(0));
        spare.waiting(true);
        assertThat(spare.grant(100)).as("of 100 ms").isEqualTo(10 * MS);
        spare.spend(10 * MS);
        spare.waiting(true);
        assertThat(spare.grant(110)).as("15 % of 10 ms").isEqualTo(3 * MS / 2);
        spare.waiting(true);
        assertThat(spare.grant(120)).isEqualTo(3 * MS);
        spare.waiting(false);
        assertThat(spare.grant(120)).as("of 20 ms").isEqualTo(10 * MS);
    }

    @Test
    void recordsThatWentAwayWithTheirPartitionDoNotWaitForever() {
        spare.spend(spare.grant(0));
        spare.waiting(true);
        assertThat(spare.grant(10)).isEqualTo(3 * MS / 2);
        assertThat(spare.grant(59)).isLessThan(10 * MS);
        assertThat(spare.grant(60)).isEqualTo(10 * MS);
    }
}

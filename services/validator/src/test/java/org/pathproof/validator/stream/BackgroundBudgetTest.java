// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class BackgroundBudgetTest {
    private static final long MS = 1_000_000;

    private final BackgroundBudget budget = new BackgroundBudget();

    @Test
    void grantsAnIdleThreadAllOfItsTime() {
        assertThat(budget.grant(0)).isEqualTo(10 * MS);
        budget.spend(10 * MS);
        assertThat(budget.grant(0)).isZero();
        assertThat(budget.grant(5)).isEqualTo(5 * MS);
        assertThat(budget.grant(1_000)).isEqualTo(10 * MS);
    }

    @Test
    void hasABacklogWhileATaskOfTheThreadHasBackgroundWork() throws InterruptedException {
        assertThat(budget.hasBacklog()).isFalse();
        budget.startBacklog();
        budget.startBacklog();
        budget.clearBacklog();
        assertThat(budget.hasBacklog()).isTrue();
        AtomicBoolean elsewhere = new AtomicBoolean(true);
        Thread.ofPlatform().start(() -> elsewhere.set(budget.hasBacklog())).join();
        assertThat(elsewhere).isFalse();
        budget.clearBacklog();
        assertThat(budget.hasBacklog()).isFalse();
    }

    @Test
    void doesNotSaveTheTimeOfRecords() {
        budget.spend(budget.grant(0));
        budget.spendOnRecords(6 * MS);
        // Of 20 ms, background work took 10. Records took 6 of the other 10, a load of 60 %. So 40 % of 20 ms are
        // saved.
        assertThat(budget.grant(20)).isEqualTo(8 * MS);
    }

    @Test
    void grantsABusyThreadTheMinimumShare() {
        long now = 0;
        long granted = 0;
        for (int polls = 0; polls < 1_000; polls++) {
            long grant = budget.grant(now);
            budget.spend(grant);
            granted += grant;
            budget.spendOnRecords(20 * MS);
            now += grant / MS + 20;
        }
        assertThat(granted / (double) (now * MS)).isCloseTo(0.15, within(0.02));
    }

    @Test
    void subtractsExcessTimeFromLaterGrants() {
        budget.spend(budget.grant(0) + 50 * MS);
        budget.spendOnRecords(40 * MS);
        assertThat(budget.grant(100)).isZero();
        budget.spendOnRecords(100 * MS);
        assertThat(budget.grant(200)).isZero();
        budget.spendOnRecords(200 * MS);
        assertThat(budget.grant(400)).isPositive();
    }

    @Test
    void grantsOnlyTheShareWhileRecordsWait() {
        budget.spend(budget.grant(0));
        budget.reportWaiting(true);
        assertThat(budget.grant(100)).as("of 100 ms").isEqualTo(10 * MS);
        budget.spend(10 * MS);
        budget.reportWaiting(true);
        assertThat(budget.grant(110)).as("15 % of 10 ms").isEqualTo(3 * MS / 2);
        budget.reportWaiting(true);
        assertThat(budget.grant(120)).isEqualTo(3 * MS);
        budget.reportWaiting(false);
        assertThat(budget.grant(120)).as("of 20 ms").isEqualTo(10 * MS);
    }

    @Test
    void ignoresAnOldReportOfWaitingRecords() {
        budget.spend(budget.grant(0));
        budget.reportWaiting(true);
        assertThat(budget.grant(10)).isEqualTo(3 * MS / 2);
        assertThat(budget.grant(59)).isLessThan(10 * MS);
        assertThat(budget.grant(60)).isEqualTo(10 * MS);
    }
}

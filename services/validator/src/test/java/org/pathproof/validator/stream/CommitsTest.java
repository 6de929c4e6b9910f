// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.BatchWindow;

class CommitsTest {
    private static final long MS = 1_000_000;
    private static final Duration LONGEST = Duration.ofMillis(50);

    private long now;
    private final Commits commits = new Commits(new BatchWindow(20 * MS, 100 * MS), () -> now);

    @BeforeEach
    void changeAtTheStart() {
        assertThat(commits.tick()).as("nothing has changed").isFalse();
        commits.onChange();
    }

    private void pass(long millis) {
        now += millis * MS;
    }

    private void commit(long millis) {
        pass(millis);
        commits.onCommit(millis * MS);
    }

    /** Polls ten records in each of 500 ms: 10,000 a second. */
    private void poll(long backlog) {
        for (int i = 0; i < 500; i++) {
            pass(1);
            commits.onPoll(10, backlog);
        }
    }

    @Test
    void commitsAtOnceOnAnIdleThread() {
        assertThat(commits.onIdle()).isTrue();
        pass(1000);
        assertThat(commits.tick()).as("nothing has changed").isFalse();
        assertThat(commits.onIdle()).as("nothing has changed").isFalse();
    }

    @Test
    void commitsALoneRecordAtOnce() {
        commits.onPoll(1, 0);
        assertThat(commits.onIdle()).isTrue();
        commit(2);
        pass(200);
        commits.onPoll(1, 0);
        commits.onChange();
        assertThat(commits.onIdle()).isTrue();
    }

    @Test
    void collectsTheChangesOfTheUsualWindowAtAHighRate() {
        assertThat(commits.onIdle()).isTrue();
        poll(0);
        commits.onChange();
        assertThat(commits.onIdle()).isFalse();
        pass(18);
        commits.onPoll(180, 0);
        assertThat(commits.tick()).isFalse();
        pass(2);
        assertThat(commits.tick()).isTrue();
    }

    @Test
    void commitsAfterEachPollWhileNoOtherPollIsExpected() {
        assertThat(commits.onIdle()).isTrue();
        for (int i = 0; i < 100; i++) {
            pass(25);
            commits.onPoll(250, 0);
            commits.onChange();
            assertThat(commits.onIdle()).isTrue();
        }
    }

    @Test
    void collectsLongerWithABacklog() {
        assertThat(commits.onIdle()).isTrue();
        poll(100_000);
        commits.onChange();
        assertThat(commits.onIdle()).isFalse();
        pass(99);
        commits.onPoll(990, 100_000);
        assertThat(commits.tick()).isFalse();
        pass(1);
        assertThat(commits.tick()).isTrue();
    }

    @Test
    void commitsWithinTheLongestWindowWhileRecordsWait() {
        pass(60);
        commits.onChange();
        pass(39);
        assertThat(commits.tick()).isFalse();
        pass(1);
        assertThat(commits.tick()).isTrue();
        pass(50);
        commits.onChange();
        pass(99);
        assertThat(commits.tick()).as("the delay counts from the next change").isFalse();
        pass(1);
        assertThat(commits.tick()).isTrue();
    }

    @Test
    void commitsLessOftenOnSlowBrokers() {
        assertThat(commits.onIdle()).isTrue();
        commit(40);
        commits.onChange();
        pass(39);
        assertThat(commits.onIdle()).isFalse();
        pass(1);
        assertThat(commits.tick()).isTrue();
        commit(3);
        commits.onChange();
        pass(3);
        assertThat(commits.onIdle()).as("the brokers are fast again").isTrue();
    }

    @Test
    void countsCommitsThatWereNotRequested() {
        pass(10);
        commit(30);
        pass(29);
        assertThat(commits.onIdle()).isFalse();
        pass(1);
        assertThat(commits.tick()).isTrue();
    }

    @Test
    void limitsTheWaitForRecordsToTheNextCommit() {
        assertThat(commits.maxWait(LONGEST)).isEqualTo(LONGEST);
        pass(70);
        assertThat(commits.maxWait(LONGEST)).hasMillis(30);
        pass(40);
        assertThat(commits.maxWait(LONGEST)).as("a commit is due").isZero();
        assertThat(commits.onIdle()).isTrue();
        assertThat(commits.maxWait(LONGEST)).as("nothing has changed").isEqualTo(LONGEST);
    }
}

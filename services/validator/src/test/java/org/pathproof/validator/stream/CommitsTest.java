// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommitsTest {
    private static final long MS = 1_000_000;

    private long now;
    private final Commits commits = new Commits(Duration.ofMillis(100), 10 * MS, () -> now);

    @BeforeEach
    void changeAtTheStart() {
        assertThat(commits.tick()).as("nothing has changed").isFalse();
        commits.changed();
    }

    private void pass(long millis) {
        now += millis * MS;
    }

    private void commit(long millis) {
        pass(millis);
        commits.committed(millis * MS);
    }

    @Test
    void commitsAtOnceOnAnIdleThread() {
        pass(10);
        assertThat(commits.idle()).isTrue();
    }

    @Test
    void keepsAMinimumDistanceBetweenCommits() {
        pass(10);
        assertThat(commits.idle()).isTrue();
        commit(2);
        commits.changed();
        pass(3);
        assertThat(commits.idle()).isFalse();
        pass(4);
        assertThat(commits.tick()).isFalse();
        pass(1);
        assertThat(commits.tick()).isTrue();
        pass(1000);
        assertThat(commits.tick()).as("nothing has changed").isFalse();
        assertThat(commits.idle()).as("nothing has changed").isFalse();
        assertThat(commits.isPending()).isFalse();
    }

    @Test
    void commitsOnABusyThreadAfterTheMaximumDelayOfTheOldestChange() {
        pass(60);
        commits.changed();
        pass(39);
        assertThat(commits.tick()).isFalse();
        assertThat(commits.isPending()).isTrue();
        pass(1);
        assertThat(commits.tick()).isTrue();
        pass(50);
        commits.changed();
        pass(99);
        assertThat(commits.tick()).as("the delay counts from the next change").isFalse();
        pass(1);
        assertThat(commits.tick()).isTrue();
    }

    @Test
    void commitsLessOftenOnSlowBrokers() {
        pass(10);
        assertThat(commits.idle()).isTrue();
        commit(40);
        commits.changed();
        pass(39);
        assertThat(commits.idle()).isFalse();
        pass(1);
        assertThat(commits.tick()).isTrue();
        commit(3);
        commits.changed();
        pass(7);
        assertThat(commits.idle()).as("the brokers are fast again").isTrue();
    }

    @Test
    void countsCommitsThatWereNotRequested() {
        pass(10);
        commit(30);
        pass(29);
        assertThat(commits.idle()).isFalse();
        pass(1);
        assertThat(commits.tick()).isTrue();
    }
}

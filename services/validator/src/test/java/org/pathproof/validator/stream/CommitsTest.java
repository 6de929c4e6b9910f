// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommitsTest {
    private static final long MS = 1_000_000;

    private long now;
    private final Commits commits = new Commits(10 * MS, () -> now);

    @BeforeEach
    void registerTheThread() {
        assertThat(commits.tick()).as("nothing is due").isFalse();
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
        pass(3);
        assertThat(commits.idle()).isFalse();
        pass(4);
        assertThat(commits.tick()).isFalse();
        pass(1);
        assertThat(commits.tick()).isTrue();
        pass(100);
        assertThat(commits.tick()).as("nothing is due").isFalse();
    }

    @Test
    void commitsLessOftenOnSlowBrokers() {
        pass(10);
        assertThat(commits.idle()).isTrue();
        commit(40);
        pass(39);
        assertThat(commits.idle()).isFalse();
        pass(1);
        assertThat(commits.tick()).isTrue();
        commit(3);
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

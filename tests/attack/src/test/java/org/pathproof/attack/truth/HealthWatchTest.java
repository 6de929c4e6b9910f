// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.attack.truth.HealthWatch.Sample;

final class HealthWatchTest {
    @Test
    void okIsTrueOnlyWhileTheTableKeepsUp() {
        assertThat(new Sample("calm", "ok", List.of(), 1.9).isLie()).isFalse();
        assertThat(new Sample("calm", "ok", List.of(), 2.1).isLie()).isTrue();
    }

    @Test
    void failingNeedsAReason() {
        assertThat(new Sample("calm", "failing", List.of("disk: 40 MB are free"), 60).isLie())
                .isFalse();
        assertThat(new Sample("calm", "failing", List.of(), 0).isLie()).isTrue();
        assertThat(new Sample("calm", "failing", List.of(" "), 0).isLie()).isTrue();
    }

    @Test
    void noAnswerIsNoTruth() {
        assertThat(new Sample("calm", "silent", List.of("timeout"), 0).isLie()).isTrue();
    }
}

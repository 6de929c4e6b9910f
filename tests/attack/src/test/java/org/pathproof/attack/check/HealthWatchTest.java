// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.attack.check.HealthWatch.Sample;

final class HealthWatchTest {
    @Test
    void reportsOkAsWrongWhileTheTableIsBehind() {
        assertThat(new Sample("calm", "ok", List.of(), 2.9).isWrong()).isFalse();
        assertThat(new Sample("calm", "ok", List.of(), 3.1).isWrong()).isTrue();
    }

    @Test
    void reportsFailingWithoutAReasonAsWrong() {
        assertThat(new Sample("calm", "failing", List.of("disk: 40 MB are free"), 60).isWrong())
                .isFalse();
        assertThat(new Sample("calm", "failing", List.of(), 0).isWrong()).isTrue();
        assertThat(new Sample("calm", "failing", List.of(" "), 0).isWrong()).isTrue();
    }

    @Test
    void reportsAMissingAnswerAsWrong() {
        assertThat(new Sample("calm", "silent", List.of("timeout"), 0).isWrong())
                .isTrue();
    }
}

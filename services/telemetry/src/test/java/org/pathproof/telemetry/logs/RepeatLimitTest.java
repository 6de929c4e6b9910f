// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.logs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RepeatLimitTest {
    private static final LogSettings SETTINGS = new LogSettings(LogSettings.Format.TEXT, 10, 100);

    private long now = 5;
    private final RepeatLimit limit = new RepeatLimit(SETTINGS, () -> now);

    private long permitted(int lines, String event, String message, String router) {
        return IntStream.range(0, lines)
                .filter(i -> limit.permits(Lines.named(event, message, i, router)))
                .count();
    }

    @Test
    void aFloodOfOneRouterGetsTenLinesAndOneMoreEachMinute() {
        assertThat(permitted(1_000_000, "stream", "stream: offset={} router={}", "r1"))
                .isEqualTo(10);
        assertThat(permitted(10, "stream", "stream: offset={} router={}", "r2"))
                .as("another router")
                .isEqualTo(10);
        assertThat(limit.summaries()).containsExactly(new RepeatLimit.Suppressed("stream", 999_990, "r1"));
        assertThat(limit.summaries()).isEmpty();
        for (int minute = 1; minute <= 5; minute++) {
            now += Duration.ofMinutes(1).toNanos();
            assertThat(permitted(1_000, "stream", "stream: offset={} router={}", "r1"))
                    .as("minute %d", minute)
                    .isEqualTo(1);
        }
    }

    @Test
    void changingKeysDoNotPassTheLimitOfTheKind() {
        long first = IntStream.range(0, 100_000)
                .filter(i -> limit.permits(Lines.named("refused", "refused: ip={}", "ip" + i)))
                .count();
        assertThat(first).isEqualTo(100);
        assertThat(limit.summaries()).containsExactly(new RepeatLimit.Suppressed("refused", 99_900, ""));
        now += Duration.ofMinutes(1).toNanos();
        long later = IntStream.range(0, 100_000)
                .filter(i -> limit.permits(Lines.named("refused", "refused: ip={}", "later" + i)))
                .count();
        assertThat(later).isEqualTo(10);
    }

    @Test
    void unnamedLinesOfManyTextsAreLimitedByLoggerAndByNumberOfKinds() {
        assertThat(IntStream.range(0, 100_000)
                        .filter(i -> limit.permits(Lines.line("lib.Parser", Level.INFO, "bad input " + i)))
                        .count())
                .isEqualTo(100);
        assertThat(IntStream.range(0, 100_000)
                        .filter(i -> limit.permits(Lines.line("lib.Other", Level.INFO, "bad {} " + i, "x")))
                        .count())
                .as("a message for each kind, then the kind of all others")
                .isLessThanOrEqualTo(RepeatLimit.MAX_KINDS + 100L);
    }

    @Test
    void changesInTheAuditLogAndDebugLinesAreNeverSuppressed() {
        assertThat(IntStream.range(0, 1_000)
                        .filter(i -> limit.permits(Lines.line(RepeatLimit.AUDIT, Level.INFO, "event=changed x={}", 1))
                                && limit.permits(Lines.line("a.Logger", Level.DEBUG, "debug {}", 1)))
                        .count())
                .isEqualTo(1_000);
        assertThat(IntStream.range(0, 1_000)
                        .filter(i -> limit.permits(Lines.line(RepeatLimit.AUDIT, Level.WARN, "refused x={}", 1)))
                        .count())
                .isEqualTo(10);
    }

    @Test
    void aQuietKindHasAllItsLinesAgain() {
        assertThat(permitted(50, "stream", "stream: offset={} router={}", "r1")).isEqualTo(10);
        now += Duration.ofMinutes(10).toNanos();
        assertThat(permitted(50, "stream", "stream: offset={} router={}", "r1")).isEqualTo(10);
    }
}

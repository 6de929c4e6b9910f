// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.feeds.path.CandidatePath;

/** Tests how long a path that a router does not use stays out of the choice. */
final class FallbackTest {
    private static final OverrideAt AT = new OverrideAt("r1", UseBench.PREFIX);
    private static final CandidatePath.Key PATH = UseBench.PATH;

    private final List<Set<CandidatePath.Key>> published = new ArrayList<>();
    private final Fallback fallback = new Fallback((router, prefix, paths) -> published.add(paths));
    private Instant now = Instant.EPOCH;

    private Duration excludedFor() {
        assertThat(fallback.exclude(AT, PATH, UnusedReason.NEXT_HOP, now)).isTrue();
        assertThat(published.getLast()).containsExactly(PATH);
        Instant from = now;
        while (published.getLast().contains(PATH)) {
            now = now.plusSeconds(10);
            fallback.retry(now);
        }
        return Duration.between(from, now);
    }

    @Test
    void eachFailureDoublesTheTime() {
        assertThat(excludedFor()).isEqualTo(Duration.ofMinutes(1));
        assertThat(excludedFor()).isEqualTo(Duration.ofMinutes(2));
        assertThat(excludedFor()).isEqualTo(Duration.ofMinutes(4));
        for (int i = 0; i < 10; i++) {
            excludedFor();
        }
        assertThat(excludedFor()).isEqualTo(Fallback.LONGEST_RETRY);
    }

    @Test
    void successAndTimeForgetFailures() {
        excludedFor();
        excludedFor();
        fallback.succeed(AT, now);
        assertThat(excludedFor()).isEqualTo(Duration.ofMinutes(1));
        now = now.plus(Duration.ofMinutes(2));
        fallback.retry(now);
        assertThat(excludedFor()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void successWithAnotherPathKeepsTheFailedOneOut() {
        fallback.exclude(AT, PATH, UnusedReason.NEXT_HOP, now);
        fallback.succeed(AT, now);
        assertThat(fallback.exclude(AT, PATH, UnusedReason.NEXT_HOP, now))
                .as("still excluded")
                .isFalse();
        assertThat(published).hasSize(1);
    }

    @Test
    void anExcludedPathThatIsAnnouncedCanFailAgain() {
        fallback.exclude(AT, PATH, UnusedReason.NEXT_HOP, now);
        assertThat(fallback.hasExcluded(AT, now)).isTrue();
        fallback.announce(AT, PATH, now);
        assertThat(fallback.hasExcluded(AT, now)).isFalse();
        assertThat(excludedFor()).as("the second failure").isEqualTo(Duration.ofMinutes(2));
    }
}

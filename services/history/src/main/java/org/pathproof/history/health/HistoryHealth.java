// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.health;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.pathproof.history.engine.Archive;
import org.pathproof.history.engine.Upkeep;
import org.pathproof.history.files.Gap;
import org.pathproof.history.files.Manifest;
import org.pathproof.history.input.WriterStatus;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Reports the health of the history. The detail {@code trouble} names the problem that an operator must solve. */
public final class HistoryHealth extends AbstractHealthIndicator {
    /** Time for which a gap is reported. */
    private static final Duration GAP_SHOWN = Duration.ofDays(1);

    private static final Duration MAX_BEHIND = Duration.ofMinutes(5);

    private final WriterStatus status;
    private final Upkeep upkeep;
    private final Archive archive;
    private final Clock clock;

    /** Creates the component. */
    public HistoryHealth(WriterStatus status, Upkeep upkeep, Archive archive, Clock clock) {
        super("health of the history cannot be computed");
        this.status = status;
        this.upkeep = upkeep;
        this.archive = archive;
        this.clock = clock;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        Manifest manifest = archive.manifest();
        health.up();
        long nowUs = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
        List<Gap> recent = manifest.gaps().stream()
                .filter(gap -> gap.noticedUs() > nowUs - GAP_SHOWN.toNanos() / 1_000)
                .toList();
        String trouble = trouble(nowUs);
        if (!trouble.isEmpty()) {
            health.outOfService().withDetail("trouble", trouble);
        } else if (!recent.isEmpty()) {
            health.outOfService().withDetail("trouble", "changes may be missing: see gaps");
        }
        if (!recent.isEmpty()) {
            health.withDetail("gaps", recent.stream().map(HistoryHealth::text).toList());
        }
        health.withDetail("complete", status.isComplete())
                .withDetail("readUntil", time(status.readUs()))
                .withDetail("completeSince", time(manifest.completeSinceUs()))
                .withDetail("files", manifest.files().size())
                .withDetail("bytes", manifest.bytes());
        if (status.rejected() > 0) {
            health.withDetail("rejectedRecords", status.rejected());
        }
    }

    private String trouble(long nowUs) {
        String problem = status.problem();
        if (problem != null) {
            return problem;
        }
        String ofUpkeep = upkeep.problem();
        if (ofUpkeep != null) {
            return ofUpkeep;
        }
        return status.isComplete() && nowUs - status.readUs() > MAX_BEHIND.toNanos() / 1_000
                ? "the history is "
                        + Duration.of(nowUs - status.readUs(), ChronoUnit.MICROS)
                                .toMinutes() + " minutes behind"
                : "";
    }

    private static String text(Gap gap) {
        return gap.reason().name().toLowerCase(Locale.ROOT).replace('_', '-') + " from " + time(gap.fromUs()) + " to "
                + time(gap.toUs()) + ": " + gap.detail();
    }

    private static String time(long us) {
        return Instant.EPOCH.plus(us, ChronoUnit.MICROS).toString();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.pathproof.rpki.provenance.SourceReport;
import org.pathproof.rpki.provenance.SourcesReport;
import org.pathproof.rpki.redis.SourcesReportReader;

/**
 * The RPKI sources that do not work, from the report of key-sync. A virtual thread reads Redis, so that callers never
 * wait. Thread-safe.
 */
final class SourceProblems implements Supplier<Optional<List<String>>> {
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    /** Age above which a reading, or the report itself, says nothing about the present. */
    private static final Duration MAX_AGE = Duration.ofMinutes(5);

    private final SourcesReportReader reader;
    private final Clock clock;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile Reading last = new Reading(Instant.EPOCH, Optional.empty());

    private record Reading(Instant time, Optional<List<String>> names) {}

    SourceProblems(SourcesReportReader reader, Clock clock) {
        this.reader = reader;
        this.clock = clock;
    }

    @Override
    public Optional<List<String>> get() {
        Instant now = clock.instant();
        Reading known = last;
        if (known.time().plus(INTERVAL).isBefore(now) && reading.compareAndSet(false, true)) {
            Thread.ofVirtual().name("incident-sources").start(this::read);
        }
        return known.time().plus(MAX_AGE).isBefore(now) ? Optional.empty() : known.names();
    }

    private void read() {
        try {
            Instant now = clock.instant();
            last = new Reading(now, names(reader.read(), now));
        } catch (IOException e) {
            last = new Reading(clock.instant(), Optional.empty()); // health reports that Redis is away
        } finally {
            reading.set(false);
        }
    }

    static Optional<List<String>> names(Optional<SourcesReport> report, Instant now) {
        return report.filter(found -> !found.generated().plus(MAX_AGE).isBefore(now))
                .map(found -> found.sources().stream()
                        .filter(source -> !source.works())
                        .map(SourceReport::name)
                        .toList());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.health;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.sql.SQLException;
import java.time.Clock;
import org.pathproof.contracts.metrics.HistoryMetricNames;
import org.pathproof.history.engine.Archive;
import org.pathproof.history.engine.Engine;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.input.WriterStatus;
import org.pathproof.history.questions.QuestionRunner;

/** Registers the meters of the history. */
public final class HistoryMetrics implements MeterBinder {
    private static final double MICROS = 1e6;

    private final WriterStatus status;
    private final Archive archive;
    private final Engine engine;
    private final QuestionRunner runner;
    private final Clock clock;

    /** Creates the binder. */
    public HistoryMetrics(WriterStatus status, Archive archive, Engine engine, QuestionRunner runner, Clock clock) {
        this.status = status;
        this.archive = archive;
        this.engine = engine;
        this.runner = runner;
        this.clock = clock;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder(HistoryMetricNames.CHANGES, status, WriterStatus::changes)
                .register(registry);
        FunctionCounter.builder(HistoryMetricNames.RECORDS, status, WriterStatus::records)
                .register(registry);
        FunctionCounter.builder(HistoryMetricNames.REJECTED, status, WriterStatus::rejected)
                .register(registry);
        FunctionCounter.builder(HistoryMetricNames.SLICE_FAILURES, status, WriterStatus::sliceFailures)
                .register(registry);
        FunctionCounter.builder(HistoryMetricNames.QUESTIONS, runner, QuestionRunner::count)
                .register(registry);
        FunctionCounter.builder(HistoryMetricNames.QUESTION_FAILURES, runner, QuestionRunner::failures)
                .register(registry);
        FunctionCounter.builder(HistoryMetricNames.QUESTION_SECONDS, runner, QuestionRunner::seconds)
                .register(registry);
        Gauge.builder(HistoryMetricNames.LIVE_ROUTES, status, WriterStatus::liveRoutes)
                .register(registry);
        Gauge.builder(HistoryMetricNames.LAG, status, s -> s.lagRecords() < 0 ? Double.NaN : s.lagRecords())
                .register(registry);
        Gauge.builder(HistoryMetricNames.DELAY, this, HistoryMetrics::delay).register(registry);
        Gauge.builder(HistoryMetricNames.RECENT_ROWS, status, WriterStatus::recentRows)
                .register(registry);
        Gauge.builder(
                        HistoryMetricNames.FILES,
                        archive,
                        a -> a.manifest().files().size())
                .register(registry);
        Gauge.builder(HistoryMetricNames.FILE_BYTES, archive, a -> a.manifest().bytes())
                .register(registry);
        Gauge.builder(HistoryMetricNames.FILE_ROWS, archive, HistoryMetrics::rows)
                .register(registry);
        Gauge.builder(HistoryMetricNames.GAPS, archive, a -> a.manifest().gaps().size())
                .register(registry);
        Gauge.builder(HistoryMetricNames.COMPLETE_SINCE, this, HistoryMetrics::completeSince)
                .register(registry);
        Gauge.builder(HistoryMetricNames.MEMORY, this, HistoryMetrics::memory).register(registry);
    }

    private double delay() {
        return status.isComplete() ? Math.max(0, clock.millis() / 1e3 - status.readUs() / MICROS) : Double.NaN;
    }

    private double completeSince() {
        return status.isComplete() ? archive.manifest().completeSinceUs() / MICROS : Double.NaN;
    }

    private static double rows(Archive archive) {
        return archive.manifest().files().stream().mapToLong(DataFile::rows).sum();
    }

    private double memory() {
        try {
            return engine.memoryBytes();
        } catch (SQLException e) {
            return Double.NaN;
        }
    }
}

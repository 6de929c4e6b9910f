// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.telemetry.latency.Latency;
import org.pathproof.telemetry.latency.LatencyHistograms;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.SessionChange;

/** Counts the records of each read and measures the age of the oldest one. The meters change once for each read. */
public final class ArrivalMetrics implements ChangeListener {
    private final Clock clock;
    private final Counter records;
    private final Latency latency;
    private long unreported;
    private long oldestMs = Long.MAX_VALUE;
    /** Trace of the oldest record, or of another one of the same millisecond; null if none of them is traced. */
    private @Nullable TraceContext oldest;

    public ArrivalMetrics(MeterRegistry registry, Clock clock) {
        this.clock = clock;
        records = registry.counter(StoreMetricNames.STORE_RECORDS);
        latency = LatencyHistograms.register(registry, StoreMetricNames.STORE_LATENCY);
    }

    @Override
    public void onChange(RouteChange change, Origin origin) {
        unreported++;
        if (origin.timestampMs() < oldestMs) {
            oldestMs = origin.timestampMs();
            oldest = origin.trace();
        } else if (origin.timestampMs() == oldestMs && oldest == null) {
            oldest = origin.trace();
        }
    }

    @Override
    public void onChange(SessionChange change, Origin origin) {
        unreported++;
    }

    @Override
    public void onPollEnd() {
        if (unreported > 0) {
            records.increment((double) unreported);
            unreported = 0;
        }
        if (oldestMs != Long.MAX_VALUE) {
            latency.record(TimeUnit.MILLISECONDS.toNanos(clock.millis() - oldestMs), oldest);
            forget();
        }
    }

    @Override
    public void onComplete(Position position) {
        forget();
    }

    @Override
    public void onRestart() {
        forget();
    }

    private void forget() {
        oldestMs = Long.MAX_VALUE;
        oldest = null;
    }
}

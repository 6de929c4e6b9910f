// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Metrics;
import org.pathproof.policyapi.store.RouteChange;
import org.pathproof.policyapi.store.SessionChange;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.telemetry.tracing.TracedMeasurement;

/** Counts the records of each read and measures the age of the oldest one. The meters change once for each read. */
public final class ArrivalMetrics implements ChangeListener {
    private final Clock clock;
    private final Counter records;
    private final Timer latency;
    private long unreported;
    private long oldestMs = Long.MAX_VALUE;
    /** Trace of the oldest record, or of another one of the same millisecond; null if none of them is traced. */
    private @Nullable TraceContext oldest;

    public ArrivalMetrics(MeterRegistry registry, Clock clock) {
        this.clock = clock;
        records = registry.counter(Metrics.STORE_RECORDS);
        latency = Timer.builder(Metrics.STORE_LATENCY)
                .serviceLevelObjectives(
                        Duration.ofMillis(5),
                        Duration.ofMillis(10),
                        Duration.ofMillis(20),
                        Duration.ofMillis(50),
                        Duration.ofMillis(100),
                        Duration.ofMillis(250),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(30))
                .register(registry);
    }

    @Override
    public void changed(RouteChange change, Origin origin) {
        unreported++;
        if (origin.timestampMs() < oldestMs) {
            oldestMs = origin.timestampMs();
            oldest = origin.trace();
        } else if (origin.timestampMs() == oldestMs && oldest == null) {
            oldest = origin.trace();
        }
    }

    @Override
    public void changed(SessionChange change, Origin origin) {
        unreported++;
    }

    @Override
    public void paused() {
        if (unreported > 0) {
            records.increment((double) unreported);
            unreported = 0;
        }
        if (oldestMs != Long.MAX_VALUE) {
            long age = Math.max(0, clock.millis() - oldestMs);
            TracedMeasurement.record(oldest, () -> latency.record(age, TimeUnit.MILLISECONDS));
            forget();
        }
    }

    @Override
    public void caughtUp(Position position) {
        forget();
    }

    @Override
    public void restarted() {
        forget();
    }

    private void forget() {
        oldestMs = Long.MAX_VALUE;
        oldest = null;
    }
}

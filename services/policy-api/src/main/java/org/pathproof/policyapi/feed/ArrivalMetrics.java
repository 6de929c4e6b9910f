// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.pathproof.contracts.Metrics;
import org.pathproof.policyapi.store.RouteChange;
import org.pathproof.policyapi.store.SessionChange;

/** Counts the records of each read and measures the age of the oldest one. The meters change once for each read. */
public final class ArrivalMetrics implements ChangeListener {
    private final Clock clock;
    private final Counter records;
    private final Timer latency;
    private long unreported;
    private long oldestMs = Long.MAX_VALUE;

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
        oldestMs = Math.min(oldestMs, origin.timestampMs());
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
            latency.record(Math.max(0, clock.millis() - oldestMs), TimeUnit.MILLISECONDS);
            oldestMs = Long.MAX_VALUE;
        }
    }

    @Override
    public void caughtUp(Position position) {
        oldestMs = Long.MAX_VALUE;
    }

    @Override
    public void restarted() {
        oldestMs = Long.MAX_VALUE;
    }
}

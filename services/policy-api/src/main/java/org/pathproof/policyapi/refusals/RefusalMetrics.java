// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.pathproof.contracts.metrics.StoreMetricNames;

/** Metrics of the memory of exports. */
final class RefusalMetrics implements MeterBinder {
    private final RefusalMemory memory;

    RefusalMetrics(RefusalMemory memory) {
        this.memory = memory;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(StoreMetricNames.EXPORT_REMEMBERED, memory, RefusalMemory::size)
                .register(registry);
        Gauge.builder(StoreMetricNames.EXPORT_MEMORY_FULL, memory, known -> known.isFull() ? 1 : 0)
                .register(registry);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.series;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A gauge with one series for each set of labels. A series keeps its meter while its labels stay: a meter that is
 * registered again makes a scrape at that moment fail with two series of the same labels. Thread-safe.
 */
public final class SeriesGauge {
    private final String name;
    private final MeterRegistry registry;
    private final Map<Tags, Held> series = new HashMap<>();

    /**
     * A value of one series.
     *
     * @param labels all labels of the series; the label names are the same for all series of a gauge
     */
    public record Series(Tags labels, long value) {}

    private record Held(Gauge meter, AtomicLong value) {}

    public SeriesGauge(String name, MeterRegistry registry) {
        this.name = name;
        this.registry = registry;
    }

    /** Sets the values, and removes the series that are not among them. Of equal labels the last value counts. */
    public synchronized void set(List<Series> values) {
        Map<Tags, Held> gone = new HashMap<>(series);
        for (Series value : values) {
            gone.remove(value.labels());
            series.computeIfAbsent(value.labels(), this::open).value().set(value.value());
        }
        gone.forEach((labels, held) -> {
            series.remove(labels);
            registry.remove(held.meter());
        });
    }

    private Held open(Tags labels) {
        AtomicLong value = new AtomicLong();
        Gauge meter =
                Gauge.builder(name, value, AtomicLong::doubleValue).tags(labels).register(registry);
        return new Held(meter, value);
    }
}

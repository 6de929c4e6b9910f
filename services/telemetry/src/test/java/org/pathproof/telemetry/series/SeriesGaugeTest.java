// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.pathproof.telemetry.series.SeriesGauge.Series;

class SeriesGaugeTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final SeriesGauge gauge = new SeriesGauge("routers.lost", registry);

    @Test
    void seriesComeChangeAndGo() {
        gauge.set(List.of(router("r1", 1), router("other", 0)));
        gauge.set(List.of(router("r2", 3), router("other", 7)));
        assertThat(registry.scrape())
                .contains("routers_lost{router=\"r2\"} 3.0", "routers_lost{router=\"other\"} 7.0")
                .doesNotContain("r1");
    }

    @Test
    void aScrapeDuringEachChangeHasEachSeriesOnce() {
        gauge.set(List.of(router("other", 0)));
        AtomicBoolean end = new AtomicBoolean();
        CompletableFuture<Void> changes = CompletableFuture.runAsync(() -> {
            for (long round = 1; !end.get(); round++) {
                gauge.set(List.of(router("other", round), router("r" + round, 1), router("r" + (round + 1), 1)));
            }
        });
        try {
            for (int scrape = 0; scrape < 20_000; scrape++) {
                assertThat(registry.scrape()).containsOnlyOnce("{router=\"other\"}");
            }
        } finally {
            end.set(true);
        }
        changes.join();
    }

    private static Series router(String name, long value) {
        return new Series(Tags.of("router", name), value);
    }
}

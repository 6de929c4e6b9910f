// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.engine;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import org.pathproof.contracts.BuildInfo;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.p256.EngineFigures;
import org.pathproof.p256.SignatureEngine;

/** Metrics of the signature engine. */
public final class EngineMeters implements MeterBinder {
    private final SignatureEngine engine;

    /** @param engine engine whose figures are reported */
    public EngineMeters(SignatureEngine engine) {
        this.engine = engine;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        BuildInfo.register(registry);
        Gauge.builder(EngineMetricNames.ENGINE_NAME, () -> 1)
                .tag(MetricLabels.ENGINE, engine.name())
                .register(registry);
        registerGauge(registry, EngineMetricNames.ENGINE_TRUSTED, f -> f.trusted() ? 1 : 0);
        registerResults(registry, "fast", EngineFigures::fast);
        registerResults(registry, "slow", EngineFigures::slow);
        registerResults(registry, "undecided", EngineFigures::undecided);
        registerGauge(registry, EngineMetricNames.ENGINE_KEYS, EngineFigures::keys);
        registerGauge(registry, EngineMetricNames.ENGINE_TABLE_BYTES, EngineFigures::tableBytes);
        counter(EngineMetricNames.ENGINE_TABLES_BUILT, EngineFigures::tablesBuilt)
                .register(registry);
        counter(EngineMetricNames.ENGINE_TABLES_EVICTED, EngineFigures::tablesEvicted)
                .register(registry);
        counter(EngineMetricNames.ENGINE_CHECKED, EngineFigures::checked).register(registry);
        counter(EngineMetricNames.ENGINE_DISAGREEMENTS, EngineFigures::disagreements)
                .register(registry);
    }

    private void registerResults(MeterRegistry registry, String type, ToDoubleFunction<EngineFigures> figure) {
        counter(EngineMetricNames.ENGINE_RESULTS, figure)
                .tag(MetricLabels.TYPE, type)
                .register(registry);
    }

    private FunctionCounter.Builder<SignatureEngine> counter(String name, ToDoubleFunction<EngineFigures> figure) {
        return FunctionCounter.builder(name, engine, e -> figure.applyAsDouble(e.figures()));
    }

    private void registerGauge(MeterRegistry registry, String name, ToDoubleFunction<EngineFigures> figure) {
        Gauge.builder(name, engine, e -> figure.applyAsDouble(e.figures())).register(registry);
    }
}

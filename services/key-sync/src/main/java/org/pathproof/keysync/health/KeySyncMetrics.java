// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.health;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.BuildInfo;
import org.pathproof.contracts.metrics.KeySyncMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.keysync.observation.FollowedSource;
import org.pathproof.keysync.observation.SourceChurn;
import org.pathproof.keysync.selection.Sources;
import org.pathproof.keysync.source.CacheSource;
import org.pathproof.keysync.source.CertificateSource;
import org.pathproof.keysync.source.CertificateSource.CertificateState;
import org.pathproof.keysync.writer.KeySyncService;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.provenance.SourceReport;
import org.pathproof.rpki.rtr.RtrState;
import org.springframework.context.SmartLifecycle;

/** Registers the metrics of {@link KeySyncMetricNames}, after the service has opened its sources. */
public final class KeySyncMetrics implements SmartLifecycle {
    private final MeterRegistry registry;
    private final KeySyncService service;
    private volatile boolean running;

    public KeySyncMetrics(MeterRegistry registry, KeySyncService service) {
        this.registry = registry;
        this.service = service;
    }

    @Override
    public void start() {
        BuildInfo.register(registry);
        Gauge.builder(
                        KeySyncMetricNames.KEY_SYNC_LEADER,
                        service,
                        s -> s.state().leader() ? 1 : 0)
                .register(registry);
        Gauge.builder(
                        KeySyncMetricNames.ROUTER_KEYS_REFUSED,
                        service,
                        s -> s.state().refusedKeys())
                .register(registry);
        Gauge.builder(
                        KeySyncMetricNames.RPKI_SERIAL,
                        service,
                        s -> ofSet(s, set -> set.serial().toLong()))
                .register(registry);
        registerObjects("router-key", set -> set.allRouterKeys().size());
        registerObjects("vrp", set -> set.allVrps().size());
        registerObjects("aspa", set -> set.allAspas().size());
        TimeGauge.builder(
                        KeySyncMetricNames.RPKI_LAST_UPDATE,
                        service,
                        TimeUnit.SECONDS,
                        s -> s.state()
                                .chosen()
                                .map(source -> seconds(source.reading().confirmed()))
                                .orElse(0.0))
                .register(registry);
        service.sources().ifPresent(this::registerSources);
        running = true;
    }

    private void registerSources(Sources sources) {
        for (FollowedSource each : sources.all()) {
            registerSource(each);
            registerChurn(each.name(), each.churn());
        }
        sources.certificates().ifPresent(this::registerCertificates);
    }

    private void registerCertificates(CertificateSource source) {
        registerCertificates(source, "accepted", CertificateState::accepted);
        registerCertificates(source, "expiring", CertificateState::expiring);
        registerCertificates(source, "refused", CertificateState::refused);
        Gauge.builder(
                        KeySyncMetricNames.ROUTER_CERTIFICATE_STALE_CRLS,
                        source,
                        s -> s.state().staleCrls())
                .register(registry);
        TimeGauge.builder(
                        KeySyncMetricNames.ROUTER_CERTIFICATE_EXPIRES,
                        source,
                        TimeUnit.SECONDS,
                        s -> seconds(s.state().firstExpiry().orElse(null)))
                .register(registry);
    }

    private void registerCertificates(
            CertificateSource source, String state, ToDoubleFunction<CertificateState> count) {
        Gauge.builder(KeySyncMetricNames.ROUTER_CERTIFICATES, source, s -> count.applyAsDouble(s.state()))
                .tag(MetricLabels.STATE, state)
                .register(registry);
    }

    private void registerSource(FollowedSource source) {
        String name = source.name();
        Gauge.builder(
                        KeySyncMetricNames.RTR_CACHE_UP,
                        source,
                        s -> s.observed().reading().works() ? 1 : 0)
                .tag(MetricLabels.CACHE, name)
                .register(registry);
        Gauge.builder(
                        KeySyncMetricNames.RTR_CLIENT_CHOSEN,
                        service,
                        s -> s.state().sources().stream()
                                        .anyMatch(each ->
                                                each.chosen() && each.name().equals(name))
                                ? 1
                                : 0)
                .tag(MetricLabels.CACHE, name)
                .register(registry);
        TimeGauge.builder(
                        KeySyncMetricNames.RTR_CLIENT_LAST_UPDATE,
                        source,
                        TimeUnit.SECONDS,
                        s -> seconds(s.observed().reading().confirmed()))
                .tag(MetricLabels.CACHE, name)
                .register(registry);
        TimeGauge.builder(
                        KeySyncMetricNames.RTR_CLIENT_EXPIRES,
                        source,
                        TimeUnit.SECONDS,
                        s -> seconds(s.observed().reading().expires()))
                .tag(MetricLabels.CACHE, name)
                .register(registry);
        Gauge.builder(
                        KeySyncMetricNames.RTR_CLIENT_SERIAL,
                        source,
                        s -> ofData(s, set -> set.serial().toLong()))
                .tag(MetricLabels.CACHE, name)
                .register(registry);
        registerSourceObjects(source, "router-key", set -> set.allRouterKeys().size());
        registerSourceObjects(source, "vrp", set -> set.allVrps().size());
        registerSourceObjects(source, "aspa", set -> set.allAspas().size());
        Gauge.builder(
                        KeySyncMetricNames.RPKI_SOURCE_HELD,
                        source,
                        s -> s.observed().held() == null ? 0 : 1)
                .tag(MetricLabels.CACHE, name)
                .register(registry);
        Gauge.builder(
                        KeySyncMetricNames.RPKI_SOURCE_REFUSED,
                        source,
                        s -> s.observed().refused())
                .tag(MetricLabels.CACHE, name)
                .register(registry);
        registerDifferences(name, "extra", SourceReport::extra);
        registerDifferences(name, "missing", SourceReport::missing);
        if (source.source() instanceof CacheSource cache) {
            for (RtrState state : RtrState.values()) {
                Gauge.builder(
                                KeySyncMetricNames.RTR_CLIENT_STATE,
                                cache,
                                c -> c.status().state() == state ? 1 : 0)
                        .tag(MetricLabels.CACHE, name)
                        .tag(MetricLabels.STATE, state.name())
                        .register(registry);
            }
        }
    }

    private void registerDifferences(String source, String kind, ToDoubleFunction<SourceReport> count) {
        Gauge.builder(
                        KeySyncMetricNames.RPKI_SOURCE_DIFFERENCES,
                        service,
                        s -> s.report().stream()
                                .flatMap(report -> report.sources().stream())
                                .filter(each -> each.name().equals(source))
                                .mapToDouble(count)
                                .sum())
                .tag(MetricLabels.CACHE, source)
                .tag(MetricLabels.KIND, kind)
                .register(registry);
    }

    private void registerChurn(String cache, SourceChurn churn) {
        for (SourceChurn.Type type : SourceChurn.Type.values()) {
            registerChanges(cache, type, "announced", churn, c -> c.announced(type));
            registerChanges(cache, type, "withdrawn", churn, c -> c.withdrawn(type));
        }
    }

    private void registerChanges(
            String cache,
            SourceChurn.Type type,
            String change,
            SourceChurn churn,
            ToDoubleFunction<SourceChurn> count) {
        FunctionCounter.builder(KeySyncMetricNames.RTR_CLIENT_CHANGES, churn, count)
                .tag(MetricLabels.CACHE, cache)
                .tag(MetricLabels.TYPE, type.label())
                .tag(MetricLabels.CHANGE, change)
                .register(registry);
    }

    private void registerObjects(String type, ToDoubleFunction<RpkiSet> count) {
        Gauge.builder(KeySyncMetricNames.RPKI_OBJECTS, service, s -> ofSet(s, count))
                .tag(MetricLabels.TYPE, type)
                .register(registry);
    }

    private void registerSourceObjects(FollowedSource source, String type, ToDoubleFunction<RpkiSet> count) {
        Gauge.builder(KeySyncMetricNames.RTR_CLIENT_OBJECTS, source, s -> ofData(s, count))
                .tag(MetricLabels.CACHE, source.name())
                .tag(MetricLabels.TYPE, type)
                .register(registry);
    }

    private static double ofSet(KeySyncService service, ToDoubleFunction<RpkiSet> value) {
        RpkiSet set = service.state().set();
        return set == null ? 0 : value.applyAsDouble(set);
    }

    private static double ofData(FollowedSource source, ToDoubleFunction<RpkiSet> value) {
        RpkiSet data = source.observed().reading().data();
        return data == null ? 0 : value.applyAsDouble(data);
    }

    private static double seconds(@Nullable Instant instant) {
        return instant == null ? 0 : instant.toEpochMilli() / 1000.0;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}

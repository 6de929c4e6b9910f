// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.status;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.function.Predicate;
import org.pathproof.collector.bmp.BmpAccess;
import org.pathproof.collector.bmp.BmpServer;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.lifecycle.BmpPart;
import org.pathproof.collector.lifecycle.OutputPart;
import org.pathproof.collector.lifecycle.SessionsPart;
import org.pathproof.contracts.BuildInfo;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.routes.SessionStatus;
import org.pathproof.routes.SessionWarning;
import org.pathproof.telemetry.certificates.CertificateMeters;
import org.pathproof.telemetry.certificates.CertificateUse;
import org.pathproof.transport.tls.TlsFiles;

/** Gauges of the collector's parts. A gauge is 0 while its part does not run. */
public final class CollectorGauges {
    private final MeterRegistry registry;
    private final SessionsPart sessions;

    public CollectorGauges(
            MeterRegistry registry,
            OutputPart output,
            SessionsPart sessions,
            BmpPart bmp,
            Intake intake,
            BmpAccess access) {
        this.registry = registry;
        this.sessions = sessions;
        BuildInfo.register(registry);
        registerSessions();
        Gauge.builder(
                        CollectorMetricNames.BMP_CONNECTIONS,
                        () -> bmp.running().map(BmpServer::connectionCount).orElse(0))
                .register(registry);
        Gauge.builder(
                        CollectorMetricNames.BMP_STANDING_BY,
                        () -> bmp.running().map(BmpServer::standingBy).orElse(0L))
                .register(registry);
        Gauge.builder(
                        CollectorMetricNames.PRODUCE_IN_FLIGHT,
                        () -> output.running().map(KafkaOutput::inFlight).orElse(0L))
                .register(registry);
        Gauge.builder(CollectorMetricNames.DELAY, bmp, part -> part.delay().toNanos() / 1e9)
                .register(registry);
        Gauge.builder(CollectorMetricNames.INTAKE_OPEN, intake, valve -> valve.isOpen() ? 1 : 0)
                .register(registry);
        access.tls().ifPresent(this::registerCertificates);
    }

    private void registerCertificates(TlsFiles tls) {
        CertificateMeters.register(
                registry, CertificateUse.BMP, "", tls.certificate().toString());
        if (tls.nextCrlUpdate().isPresent()) {
            Gauge.builder(
                            CollectorMetricNames.BMP_CRL_NEXT_UPDATE,
                            () -> tls.nextCrlUpdate()
                                    .map(Instant::getEpochSecond)
                                    .orElse(0L))
                    .register(registry);
        }
    }

    private void registerSessions() {
        for (State state : State.values()) {
            if (state != State.UNRECOGNIZED) {
                Gauge.builder(CollectorMetricNames.SESSIONS, () -> count(s -> s.getState() == state))
                        .tag(MetricLabels.STATE, state.name())
                        .register(registry);
            }
        }
        Gauge.builder(CollectorMetricNames.SESSIONS_STRIPPED, () -> count(SessionStatus::isBgpsecStripped))
                .register(registry);
        for (SessionWarning warning : SessionWarning.values()) {
            Gauge.builder(
                            CollectorMetricNames.SESSIONS_WITHOUT_TABLE,
                            () -> count(s ->
                                    SessionStatus.isUp(s) && s.getTableWarning().equals(warning.label())))
                    .tag(MetricLabels.REASON, warning.label())
                    .register(registry);
        }
    }

    private long count(Predicate<Session> which) {
        return sessions.own().stream().filter(which).count();
    }
}

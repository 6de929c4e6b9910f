// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import java.time.Clock;
import java.util.List;
import org.pathproof.collector.bmp.BmpAccess;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.lifecycle.BmpPart;
import org.pathproof.collector.lifecycle.CollectorPart;
import org.pathproof.collector.lifecycle.CollectorService;
import org.pathproof.collector.lifecycle.HousekeepingPart;
import org.pathproof.collector.lifecycle.OpenBmpPart;
import org.pathproof.collector.lifecycle.OutputPart;
import org.pathproof.collector.lifecycle.OwnershipPart;
import org.pathproof.collector.lifecycle.SessionsPart;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.settings.CollectorConflicts;
import org.pathproof.collector.settings.CollectorSettings;
import org.pathproof.collector.status.CollectorGauges;
import org.pathproof.collector.status.CollectorHealth;
import org.pathproof.collector.status.CollectorReadiness;
import org.pathproof.collector.topics.CollectorTopics;
import org.pathproof.contracts.metrics.DescribedMeters;
import org.pathproof.routes.experimental.ExperimentalLibrary;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.settings.PipelineSettings;
import org.pathproof.settings.SchemeSettings;
import org.pathproof.telemetry.certificates.CertificateConfiguration;
import org.pathproof.telemetry.tracing.RouteTracer;
import org.pathproof.telemetry.tracing.RouteTracers;
import org.pathproof.telemetry.tracing.TracedService;
import org.pathproof.telemetry.tracing.TracingSettings;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** All beans of the collector. */
@Configuration(proxyBeanMethods = false)
@Import(CertificateConfiguration.class)
@EnableConfigurationProperties({
    CollectorSettings.class,
    KafkaSettings.class,
    PipelineSettings.class,
    SchemeSettings.class,
    TracingSettings.class
})
public class CollectorConfiguration {
    private static final Clock CLOCK = Clock.systemUTC();

    @Bean
    static MeterFilter collectorDescribedMeters() {
        return new DescribedMeters();
    }

    @Bean
    CollectorMetrics collectorMetrics(MeterRegistry registry) {
        return new CollectorMetrics(registry);
    }

    @Bean(destroyMethod = "close")
    RouteTracer collectorTracer(TracingSettings settings, MeterRegistry registry) {
        return RouteTracers.of(settings, TracedService.COLLECTOR, registry);
    }

    /** Returns the valve of the intake, which other parts of the process may close. */
    @Bean
    Intake collectorIntake() {
        return new Intake();
    }

    @Bean
    RouterRules collectorRules(CollectorSettings settings, SchemeSettings schemes) {
        return schemes.experimental()
                ? settings.rules()
                        .withExperimental(
                                ExperimentalLibrary.load(schemes.library()).intake(schemes.attribute()))
                : settings.rules();
    }

    @Bean
    BmpAccess collectorAccess(CollectorSettings settings) {
        return settings.access();
    }

    @Bean
    OwnershipPart collectorOwnership(CollectorSettings settings, KafkaSettings kafka) {
        return new OwnershipPart(settings, kafka);
    }

    @Bean
    OutputPart collectorOutput(
            CollectorSettings settings,
            KafkaSettings kafka,
            PipelineSettings pipeline,
            CollectorMetrics metrics,
            @Qualifier("collectorTracer") RouteTracer tracer) {
        return new OutputPart(settings, kafka, pipeline, metrics, tracer);
    }

    @Bean
    CollectorTopics collectorTopics(CollectorSettings settings, KafkaSettings kafka) {
        return new CollectorTopics(settings, kafka);
    }

    @Bean
    SessionsPart collectorSessions(
            CollectorSettings settings,
            KafkaSettings kafka,
            OwnershipPart ownership,
            OutputPart output,
            CollectorTopics topics,
            BmpAccess access,
            CollectorMetrics metrics) {
        return new SessionsPart(settings, kafka, ownership, output, topics, access, metrics, CLOCK);
    }

    @Bean
    BmpPart collectorBmp(
            CollectorSettings settings,
            BmpAccess access,
            OwnershipPart ownership,
            OutputPart output,
            SessionsPart sessions,
            CollectorMetrics metrics,
            Intake intake,
            RouterRules rules) {
        settings.limits().warnAboutMemory(Runtime.getRuntime().maxMemory());
        return new BmpPart(settings, access, ownership, output, sessions, metrics, CLOCK, intake, rules);
    }

    @Bean
    OpenBmpPart collectorOpenBmp(
            CollectorSettings settings,
            KafkaSettings kafka,
            OutputPart output,
            SessionsPart sessions,
            CollectorMetrics metrics,
            Intake intake,
            RouterRules rules) {
        return new OpenBmpPart(settings, kafka, output, sessions, metrics, CLOCK, intake, rules);
    }

    @Bean
    HousekeepingPart collectorHousekeeping(CollectorSettings settings, SessionsPart sessions, BmpPart bmp) {
        return new HousekeepingPart(settings, sessions, bmp, CLOCK);
    }

    @Bean
    CollectorGauges collectorGauges(
            MeterRegistry registry,
            OutputPart output,
            SessionsPart sessions,
            BmpPart bmp,
            Intake intake,
            BmpAccess access) {
        return new CollectorGauges(registry, output, sessions, bmp, intake, access);
    }

    @Bean
    CollectorService collectorService(
            CollectorTopics topics,
            List<CollectorPart<?>> parts,
            OutputPart output,
            SessionsPart sessions,
            BmpPart bmp,
            Intake intake) {
        return new CollectorService(topics, parts, output, sessions, bmp, intake);
    }

    /** Reports the health component {@code collector}, named after the bean. */
    @Bean
    CollectorHealth collectorHealthIndicator(CollectorService collectorService, CollectorSettings settings) {
        return new CollectorHealth(
                collectorService, CollectorConflicts.of(settings).logged());
    }

    /** Reports the readiness of the service, as a health component with the name of this bean. */
    @Bean
    CollectorReadiness collectorServingHealthIndicator(CollectorService collectorService) {
        return new CollectorReadiness(collectorService);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.contracts.BatchWindow;
import org.pathproof.contracts.GapWriter;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.metrics.DescribedMeters;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.redis.RedisAddress;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.settings.PipelineSettings;
import org.pathproof.settings.RedisSettings;
import org.pathproof.settings.SchemeSettings;
import org.pathproof.telemetry.certificates.CertificateConfiguration;
import org.pathproof.telemetry.tracing.RouteTracer;
import org.pathproof.telemetry.tracing.RouteTracers;
import org.pathproof.telemetry.tracing.TracedService;
import org.pathproof.telemetry.tracing.TracingSettings;
import org.pathproof.validator.engine.EngineMeters;
import org.pathproof.validator.engine.EngineProperties;
import org.pathproof.validator.engine.EngineWatch;
import org.pathproof.validator.experimental.ExperimentalRoutes;
import org.pathproof.validator.experimental.ExperimentalRoutesLoader;
import org.pathproof.validator.health.ValidatorHealth;
import org.pathproof.validator.health.ValidatorReadiness;
import org.pathproof.validator.kafka.KafkaTaskTopics;
import org.pathproof.validator.kafka.StreamsClients;
import org.pathproof.validator.kafka.ValidatorStreams;
import org.pathproof.validator.proof.CachingVerifier;
import org.pathproof.validator.proof.ParallelVerifier;
import org.pathproof.validator.proof.VerifyAhead;
import org.pathproof.validator.settings.InstanceId;
import org.pathproof.validator.settings.ValidatorSettings;
import org.pathproof.validator.stream.BackgroundBudget;
import org.pathproof.validator.stream.Commits;
import org.pathproof.validator.stream.RouteGaps;
import org.pathproof.validator.stream.RouteMeters;
import org.pathproof.validator.stream.RpkiHub;
import org.pathproof.validator.stream.TaskPaths;
import org.pathproof.validator.stream.ValidatorTopology;
import org.pathproof.validator.stream.VerdictTraces;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** All beans of the validator. */
@Configuration(proxyBeanMethods = false)
@Import(CertificateConfiguration.class)
@EnableConfigurationProperties({
    ValidatorSettings.class,
    KafkaSettings.class,
    PipelineSettings.class,
    RedisSettings.class,
    SchemeSettings.class,
    EngineProperties.class,
    TracingSettings.class
})
public class ValidatorConfiguration {
    private static final Logger log = LoggerFactory.getLogger(ValidatorConfiguration.class);

    @Bean
    static MeterFilter validatorDescribedMeters() {
        return new DescribedMeters();
    }

    @Bean(destroyMethod = "close")
    RpkiSource validatorRpkiSource(RedisSettings redis) {
        RedisAddress address = redis.address(RedisAddress::of);
        return new RedisRpkiSource(address).start();
    }

    @Bean
    RpkiHub validatorRpkiHub(@Qualifier("validatorRpkiSource") RpkiSource source) {
        return RpkiHub.following(source);
    }

    @Bean
    SignatureEngine validatorEngine(EngineProperties properties) {
        SignatureEngine engine = SignatureEngines.select(properties.toEngineSettings());
        log.info("Signature engine selected: engine={}", engine.name());
        return engine;
    }

    @Bean
    MeterBinder validatorEngineMeters(SignatureEngine validatorEngine) {
        return new EngineMeters(validatorEngine);
    }

    @Bean(destroyMethod = "close")
    ParallelVerifier validatorVerifier(ValidatorSettings settings, SignatureEngine validatorEngine) {
        int threads = settings.verifierThreads() > 0
                ? settings.verifierThreads()
                : Runtime.getRuntime().availableProcessors();
        BatchVerifier verifier = new BatchVerifier(validatorEngine, AlgorithmSuites.withP384(settings.p384Suite()));
        return new ParallelVerifier(verifier, threads, settings.verifierBatch());
    }

    @Bean
    CachingVerifier validatorCachingVerifier(
            ParallelVerifier verifier,
            SignatureEngine validatorEngine,
            ValidatorSettings settings,
            MeterRegistry registry) {
        return new CachingVerifier(verifier, validatorEngine::isTrusted, settings.rememberedSignatures(), registry);
    }

    @Bean
    RouteMeters validatorRouteMeters(MeterRegistry registry) {
        return new RouteMeters(registry);
    }

    @Bean(destroyMethod = "close")
    RouteTracer validatorTracer(TracingSettings settings, MeterRegistry registry) {
        return RouteTracers.of(settings, TracedService.VALIDATOR, registry);
    }

    @Bean
    RouteGaps validatorRouteGaps() {
        return new RouteGaps();
    }

    @Bean
    KafkaTaskTopics validatorTaskTopics(ValidatorSettings settings, KafkaSettings kafka) {
        return new KafkaTaskTopics(kafka, settings.applicationId());
    }

    /** Returns the creator of the experimental routes of each task. */
    @Bean
    Supplier<ExperimentalRoutes> validatorExperiment(SchemeSettings settings) {
        return ExperimentalRoutesLoader.load(settings);
    }

    @Bean
    ValidatorStreams validatorStreams(
            ValidatorSettings settings,
            KafkaSettings kafka,
            PipelineSettings pipeline,
            RpkiHub hub,
            CachingVerifier verifier,
            RouteMeters meters,
            RouteGaps gaps,
            KafkaTaskTopics topics,
            @Qualifier("validatorTracer") RouteTracer tracer,
            @Qualifier("validatorExperiment") Supplier<ExperimentalRoutes> experimental,
            MeterRegistry registry) {
        BackgroundBudget budget = new BackgroundBudget();
        hub.onChange(budget.wakeups()::wake);
        Commits commits = new Commits(BatchWindow.ofVerdicts(pipeline.latencyTarget()));
        GapWriter writer = new GapWriter(kafka.client(), gaps::newestNumber);
        VerdictTraces traces = new VerdictTraces(tracer);
        TaskPaths paths = new TaskPaths();
        return new ValidatorStreams(
                settings,
                kafka,
                () -> ValidatorTopology.build(
                        hub, verifier, meters, budget, commits, gaps, topics, traces, paths, experimental),
                new StreamsClients(
                        budget,
                        commits,
                        topics,
                        traces,
                        missing -> meters.routeGaps.increment(
                                writer.publish(missing).size())),
                topics,
                VerifyAhead.Parts.of(
                        Topics.ROUTES,
                        hub,
                        paths,
                        verifier,
                        settings.aheadSignatures(),
                        budget::spendOnRecords,
                        registry));
    }

    @Bean
    EngineWatch validatorEngineWatch(
            SignatureEngine validatorEngine,
            RouteMeters meters,
            RouteGaps gaps,
            ValidatorStreams streams,
            ValidatorSettings settings,
            KafkaSettings kafka) {
        GapWriter writer = new GapWriter(kafka.client(), gaps::newestNumber);
        return new EngineWatch(
                settings.enabled(),
                () -> streams.state() == KafkaStreams.State.RUNNING,
                validatorEngine::isTrusted,
                meters.revalidations(),
                meters.losses(),
                new EngineWatch.Reports() {
                    @Override
                    public void distrust() {
                        writer.publishDistrust(validatorEngine.name(), InstanceId.hostName());
                    }

                    @Override
                    public void requestTables() {
                        writer.publishUntrustedProofs(validatorEngine.name(), InstanceId.hostName());
                    }

                    @Override
                    public void requestTablesAfterLoss(Set<String> topics) {
                        writer.publishLost(topics, InstanceId.hostName());
                    }
                });
    }

    @Bean
    HealthIndicator validator(
            ValidatorStreams streams,
            @Qualifier("validatorRpkiSource") RpkiSource source,
            SignatureEngine validatorEngine,
            RouteMeters meters,
            RouteGaps gaps) {
        return new ValidatorHealth(
                streams,
                source,
                validatorEngine,
                meters.upkeep(),
                meters::failedRoutes,
                meters::untrustedRoutes,
                gaps,
                meters.losses());
    }

    /** Reports the health component {@code validatorServing}, the readiness of this service. */
    @Bean
    HealthIndicator validatorServingHealthIndicator(ValidatorStreams streams) {
        return new ValidatorReadiness(streams);
    }

    @Bean
    MeterBinder validatorGauges(ValidatorStreams streams, RpkiHub hub, RouteGaps gaps) {
        return registry -> {
            Gauge.builder(
                            ValidatorMetricNames.GAP_SESSIONS,
                            gaps,
                            g -> g.affected().size())
                    .register(registry);
            Gauge.builder(
                            ValidatorMetricNames.VALIDATOR_READY,
                            hub,
                            h -> h.get().isPresent() ? 1 : 0)
                    .register(registry);
            Gauge.builder(
                            ValidatorMetricNames.VALIDATOR_KEYS,
                            hub,
                            h -> h.get().map(set -> set.allRouterKeys().size()).orElse(0))
                    .register(registry);
            Gauge.builder(
                            ValidatorMetricNames.VALIDATOR_SERIAL,
                            hub,
                            h -> h.get().map(set -> set.serial().toLong()).orElse(0L))
                    .register(registry);
            Gauge.builder(ValidatorMetricNames.VALIDATOR_LAG, streams, ValidatorStreams::lag)
                    .register(registry);
            Gauge.builder(ValidatorMetricNames.VALIDATOR_RESTORE_LAG, streams, ValidatorStreams::restoreLag)
                    .register(registry);
            Gauge.builder(
                            ValidatorMetricNames.VALIDATOR_STANDBY_PARTITIONS,
                            streams,
                            ValidatorStreams::standbyPartitions)
                    .register(registry);
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.contracts.metrics.DescribedMeters;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.policyapi.certificates.CertificatesConfiguration;
import org.pathproof.policyapi.derived.DerivedConfiguration;
import org.pathproof.policyapi.derived.DerivedOriginFeed;
import org.pathproof.policyapi.events.EventHub;
import org.pathproof.policyapi.export.ExportConfiguration;
import org.pathproof.policyapi.feed.ArrivalMetrics;
import org.pathproof.policyapi.feed.ChangeListener;
import org.pathproof.policyapi.feed.ChangeListeners;
import org.pathproof.policyapi.feed.CollectorMonitor;
import org.pathproof.policyapi.feed.ConnectedRouter;
import org.pathproof.policyapi.feed.FeedLatency;
import org.pathproof.policyapi.feed.KafkaTopics;
import org.pathproof.policyapi.feed.PipelineMonitor;
import org.pathproof.policyapi.feed.VerdictFollower;
import org.pathproof.policyapi.feed.VerdictTraces;
import org.pathproof.policyapi.health.HealthReporter;
import org.pathproof.policyapi.health.ProcessHealth;
import org.pathproof.policyapi.overrides.FeedConfiguration;
import org.pathproof.policyapi.overrides.FeedsHealth;
import org.pathproof.policyapi.overrides.OverrideFeeds;
import org.pathproof.policyapi.overrides.OverrideMetrics;
import org.pathproof.policyapi.policy.PolicyHealth;
import org.pathproof.policyapi.policy.PolicyMetrics;
import org.pathproof.policyapi.policy.PolicyStore;
import org.pathproof.policyapi.rest.HealthController;
import org.pathproof.policyapi.rest.RpkiSourcesController;
import org.pathproof.policyapi.rtr.RtrConfiguration;
import org.pathproof.policyapi.settings.FeedSettings;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.policyapi.srx.SrxConfiguration;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.redis.RedisAddress;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.pathproof.rpki.redis.SourcesReportReader;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.settings.RedisSettings;
import org.pathproof.telemetry.certificates.CertificateConfiguration;
import org.pathproof.telemetry.tracing.RouteTracer;
import org.pathproof.telemetry.tracing.RouteTracers;
import org.pathproof.telemetry.tracing.TracedService;
import org.pathproof.telemetry.tracing.TracingSettings;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;

/** All parts of the policy API. */
@Configuration(proxyBeanMethods = false)
@Import({
    PolicyApiWebServer.class,
    PolicyApiSecurity.class,
    PolicyApiEndpoints.class,
    ExportConfiguration.class,
    SrxConfiguration.class,
    DerivedConfiguration.class,
    RtrConfiguration.class,
    CertificatesConfiguration.class,
    CertificateConfiguration.class
})
@EnableConfigurationProperties({
    PolicyApiSettings.class,
    FeedSettings.class,
    KafkaSettings.class,
    RedisSettings.class,
    TracingSettings.class
})
public class PolicyApiConfiguration {
    private static final Clock CLOCK = Clock.systemUTC();

    // The store and its inputs

    private static final Duration INVALID_ROUTES_INTERVAL = Duration.ofSeconds(5);

    @Bean
    static MeterFilter policyApiDescribedMeters() {
        return new DescribedMeters();
    }

    @Bean
    RouteTable policyApiRouteTable() {
        return new RouteTable();
    }

    @Bean
    KafkaTopics policyApiKafkaTopics(KafkaSettings settings) {
        return new KafkaTopics(settings.bootstrapServers(), settings.properties());
    }

    @Bean
    EventHub policyApiEventHub(PolicyApiSettings settings) {
        return new EventHub(settings.eventRing(), settings.eventMemory().toBytes(), settings.eventQueue());
    }

    /** Ends streams before the web server waits for requests to end. */
    @Bean
    ApplicationListener<ContextClosedEvent> policyApiEndOfStreams(EventHub hub) {
        return event -> hub.close();
    }

    @Bean(destroyMethod = "close")
    RouteTracer policyApiTracer(TracingSettings settings, MeterRegistry registry) {
        return RouteTracers.of(settings, TracedService.POLICY_API, registry);
    }

    @Bean
    VerdictTraces policyApiVerdictTraces(@Qualifier("policyApiTracer") RouteTracer tracer) {
        return new VerdictTraces(tracer);
    }

    @Bean
    FeedLatency policyApiFeedLatency(MeterRegistry registry) {
        return FeedLatency.of(registry, CLOCK);
    }

    @Bean
    VerdictFollower policyApiVerdictFollower(
            KafkaTopics topics,
            RouteTable table,
            EventHub hub,
            OverrideFeeds feeds,
            DerivedOriginFeed derived,
            VerdictTraces traces,
            MeterRegistry registry) {
        List<ChangeListener> listeners = new ArrayList<>(List.of(new ArrivalMetrics(registry, CLOCK), hub));
        if (feeds.hasRouters()) {
            listeners.add(feeds);
        }
        if (derived.isEnabled()) {
            listeners.add(derived);
            if (traces.isOn()) {
                derived.rpki().onChange(traces::serial);
            }
        }
        return new VerdictFollower(topics, table, new ChangeListeners(listeners), traces, CLOCK);
    }

    @Bean
    PolicyStore policyApiPolicyStore(KafkaTopics topics, KafkaSettings kafka, FeedSettings settings) {
        return new PolicyStore(topics, kafka.topics(), new FeedConfiguration(settings).policy(), CLOCK);
    }

    /**
     * The follower and the pipeline monitor are looked up when the feeds run, because the follower itself depends on
     * the feeds.
     */
    @Bean
    OverrideFeeds policyApiOverrideFeeds(
            FeedSettings settings,
            RouteTable table,
            ObjectProvider<VerdictFollower> follower,
            ObjectProvider<PipelineMonitor> pipeline,
            CollectorMonitor collectors,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki,
            PolicyStore policies,
            VerdictTraces traces,
            FeedLatency latency) {
        OverrideFeeds feeds = new FeedConfiguration(settings, traces, latency)
                .feeds(
                        table,
                        () -> follower.getObject().status(),
                        () -> pipeline.getObject().status(),
                        () -> collectors.routers().stream()
                                .map(ConnectedRouter::hash)
                                .collect(Collectors.toSet()),
                        rpki,
                        policies::state,
                        CLOCK);
        policies.onChange(feeds::policyChanged);
        return feeds;
    }

    @Bean
    CollectorMonitor policyApiCollectorMonitor(KafkaTopics topics) {
        return new CollectorMonitor(topics, System::nanoTime);
    }

    @Bean
    PipelineMonitor policyApiPipelineMonitor(KafkaTopics topics, VerdictFollower follower, PolicyApiSettings settings) {
        return new PipelineMonitor(
                topics, settings.validatorGroup(), () -> follower.status().position(), settings.maxDelay());
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean(name = "policyApiRpkiSource")
    RpkiSource policyApiRpkiSource(RedisSettings settings) {
        RedisAddress address = settings.address(RedisAddress::of);
        return new RedisRpkiSource(address).start();
    }

    @Bean(destroyMethod = "close")
    SourcesReportReader policyApiSourcesReportReader(RedisSettings settings) {
        return new SourcesReportReader(settings.address(RedisAddress::of));
    }

    @Bean
    RpkiSourcesController policyApiRpkiSourcesController(SourcesReportReader reader) {
        return new RpkiSourcesController(reader);
    }

    /**
     * The signature engine for explanations and for validation on demand. A process that also runs the validator shares
     * the validator's engine.
     */
    @Bean
    @ConditionalOnMissingBean(SignatureEngine.class)
    SignatureEngine policyApiEngine() {
        return SignatureEngines.select(EngineSettings.fromSystem());
    }

    @Bean
    SignatureVerifier policyApiVerifier(SignatureEngine policyApiEngine, PolicyApiSettings settings) {
        return new BatchVerifier(policyApiEngine, AlgorithmSuites.withP384(settings.p384Suite()));
    }

    // Health and metrics

    @Bean
    HealthReporter policyApiHealthReporter(
            VerdictFollower follower,
            PipelineMonitor pipeline,
            RouteTable table,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki,
            List<HealthReporter.Part> parts,
            ObjectProvider<HealthEndpointGroups> groups,
            ObjectProvider<HealthContributorRegistry> contributors) {
        ProcessHealth processHealth =
                new ProcessHealth(() -> Optional.ofNullable(groups.getIfAvailable()), contributors::getObject);
        return new HealthReporter(follower, pipeline, table, rpki, parts, processHealth::components, CLOCK);
    }

    @Bean
    HealthController policyApiHealthController(HealthReporter health) {
        return new HealthController(health);
    }

    @Bean
    HealthIndicator policyApiHealthIndicator(HealthReporter health) {
        return new PolicyApiHealth(health);
    }

    @Bean
    HealthIndicator policyApiStoreHealthIndicator(VerdictFollower follower) {
        return new PolicyApiReadiness(follower);
    }

    @Bean
    StoreMetrics policyApiStoreMetrics(
            RouteTable table, VerdictFollower follower, PipelineMonitor pipeline, HealthReporter health, EventHub hub) {
        return new StoreMetrics(table, follower, pipeline, health, hub);
    }

    @Bean
    FeedsHealth policyApiFeedsHealth(OverrideFeeds feeds) {
        return new FeedsHealth(feeds);
    }

    @Bean
    PolicyHealth policyApiPolicyHealth(PolicyStore policies, FeedSettings settings) {
        return new PolicyHealth(
                policies, !settings.routers().isEmpty() || !settings.policy().isEmpty());
    }

    @Bean
    PolicyMetrics policyApiPolicyMetrics(PolicyStore policies) {
        return new PolicyMetrics(policies, CLOCK);
    }

    @Bean
    OverrideMetrics policyApiOverrideMetrics(OverrideFeeds feeds) {
        return new OverrideMetrics(feeds);
    }

    @Bean
    InvalidRouteMetrics policyApiInvalidRouteMetrics(RouteTable table, PolicyApiSettings settings) {
        return new InvalidRouteMetrics(table, settings.metricSeries(), INVALID_ROUTES_INTERVAL);
    }
}

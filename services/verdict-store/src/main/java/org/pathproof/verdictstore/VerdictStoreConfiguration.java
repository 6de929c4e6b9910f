// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.telemetry.tracing.RouteTracer;
import org.pathproof.telemetry.tracing.RouteTracers;
import org.pathproof.telemetry.tracing.TracedService;
import org.pathproof.telemetry.tracing.TracingSettings;
import org.pathproof.verdictstore.input.ArrivalMetrics;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.ChangeListeners;
import org.pathproof.verdictstore.input.CollectorMonitor;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.pathproof.verdictstore.input.PipelineMonitor;
import org.pathproof.verdictstore.input.SnapshotSettings;
import org.pathproof.verdictstore.input.Snapshots;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.input.VerdictFollower;
import org.pathproof.verdictstore.input.VerdictTraces;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The verdict store with its input from Kafka. Every enabled {@link ChangeListener} bean receives the changes of the
 * store.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({VerdictStoreSettings.class, KafkaSettings.class, TracingSettings.class})
public class VerdictStoreConfiguration {
    private static final Clock CLOCK = Clock.systemUTC();
    private static final Duration SHARDS_INTERVAL = Duration.ofSeconds(2);
    private static final Duration INVALID_ROUTES_INTERVAL = Duration.ofSeconds(5);

    @Bean
    RouteTable verdictStoreRouteTable() {
        return new RouteTable();
    }

    @Bean
    KafkaTopics verdictStoreKafkaTopics(KafkaSettings settings) {
        return new KafkaTopics(settings.bootstrapServers(), settings.properties());
    }

    @Bean(destroyMethod = "close")
    RouteTracer verdictStoreTracer(TracingSettings settings, MeterRegistry registry) {
        return RouteTracers.of(settings, TracedService.POLICY_API, registry);
    }

    @Bean
    VerdictTraces verdictStoreTraces(@Qualifier("verdictStoreTracer") RouteTracer tracer) {
        return new VerdictTraces(tracer);
    }

    @Bean
    StoreStatus verdictStoreStatus(VerdictStoreSettings settings) {
        return new StoreStatus(settings.maxDelay());
    }

    @Bean
    Snapshots verdictStoreSnapshots(RouteTable table, VerdictStoreSettings settings) {
        return new Snapshots(
                SnapshotSettings.of(settings.snapshotDirectory(), settings.snapshotInterval()), table, CLOCK);
    }

    /** The follower stops before its listeners, because Spring stops a bean before the beans that it depends on. */
    @Bean
    VerdictFollower verdictStoreFollower(
            KafkaTopics topics,
            RouteTable table,
            StoreStatus status,
            List<ChangeListener> listeners,
            VerdictTraces traces,
            Snapshots snapshots,
            MeterRegistry registry) {
        List<ChangeListener> all = new ArrayList<>(List.of(new ArrivalMetrics(registry, CLOCK)));
        listeners.stream().filter(ChangeListener::isEnabled).forEach(all::add);
        return new VerdictFollower(topics, table, status, new ChangeListeners(all), traces, snapshots, CLOCK);
    }

    @Bean
    PipelineMonitor verdictStorePipelineMonitor(
            KafkaTopics topics, StoreStatus status, VerdictStoreSettings settings, CollectorMonitor collectors) {
        status.addInputDelay(collectors::delay);
        return new PipelineMonitor(topics, settings.validatorGroup(), status);
    }

    @Bean
    CollectorMonitor verdictStoreCollectorMonitor(KafkaTopics topics) {
        return new CollectorMonitor(topics, System::nanoTime);
    }

    @Bean
    StoreMetrics verdictStoreMetrics(RouteTable table, StoreStatus status, Snapshots snapshots) {
        return new StoreMetrics(table, status, snapshots);
    }

    @Bean
    ShardMetrics verdictStoreShardMetrics(RouteTable table, StoreStatus status) {
        return new ShardMetrics(table, status::loading, SHARDS_INTERVAL);
    }

    @Bean
    InvalidRouteMetrics verdictStoreInvalidRouteMetrics(RouteTable table, VerdictStoreSettings settings) {
        return new InvalidRouteMetrics(table, settings.metricSeries(), INVALID_ROUTES_INTERVAL);
    }
}

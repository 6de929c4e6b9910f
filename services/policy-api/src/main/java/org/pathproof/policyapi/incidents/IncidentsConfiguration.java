// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.time.Clock;
import org.pathproof.access.AuditLog;
import org.pathproof.policyapi.inventory.LostRouters;
import org.pathproof.rpki.redis.SourcesReportReader;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Incidents and mutes, with their metrics and endpoints. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IncidentSettings.class)
public class IncidentsConfiguration {
    private static final Clock CLOCK = Clock.systemUTC();

    @Bean
    IncidentStore policyApiIncidentStore(
            KafkaTopics topics,
            KafkaSettings kafka,
            IncidentSettings settings,
            RouteTable table,
            StoreStatus status,
            LostRouters inventory,
            SourcesReportReader sources) {
        FaultReader faults = new FaultReader(table, status, inventory, new SourceProblems(sources, CLOCK));
        return new IncidentStore(topics, kafka.topics(), settings, faults::read, new ExampleReader(table), CLOCK);
    }

    @Bean
    IncidentMetrics policyApiIncidentMetrics(IncidentStore store) {
        return new IncidentMetrics(store, CLOCK);
    }

    @Bean
    IncidentsController policyApiIncidentsController(IncidentStore store, AuditLog audit) {
        return new IncidentsController(store, audit, CLOCK);
    }

    @Bean
    MutesController policyApiMutesController(IncidentStore store, AuditLog audit) {
        return new MutesController(store, audit, CLOCK);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import java.time.Clock;
import java.util.Optional;
import org.pathproof.access.AuditLog;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.verdictstore.input.CollectorMonitor;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.pathproof.verdictstore.input.StoreInputStatus;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The inventory of routers and peers, with its health, metrics and endpoints. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(InventorySettings.class)
public class InventoryConfiguration {
    private static final Clock CLOCK = Clock.systemUTC();

    @Bean
    InventoryStore policyApiInventoryStore(
            KafkaTopics topics,
            KafkaSettings kafka,
            InventorySettings settings,
            RouteTable table,
            StoreStatus status,
            CollectorMonitor collectors) {
        return new InventoryStore(topics, kafka.topics(), settings, () -> seen(table, status, collectors), CLOCK);
    }

    /** Returns the routers that are up; empty while the sessions of the store are not up to date. */
    private static Optional<SeenRouters> seen(RouteTable table, StoreStatus status, CollectorMonitor collectors) {
        StoreInputStatus input = status.input();
        return input.ready() && input.problem() == null
                ? Optional.of(SeenRouters.of(table, collectors.routers()))
                : Optional.empty();
    }

    @Bean
    InventoryHealth policyApiInventoryHealth(InventoryStore store) {
        return new InventoryHealth(store, CLOCK);
    }

    @Bean
    InventoryMetrics policyApiInventoryMetrics(InventoryStore store) {
        return new InventoryMetrics(store, CLOCK);
    }

    @Bean
    InventoryController policyApiInventoryController(InventoryStore store, AuditLog audit) {
        return new InventoryController(store, audit, CLOCK);
    }
}

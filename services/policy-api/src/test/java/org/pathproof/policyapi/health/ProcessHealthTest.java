// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

final class ProcessHealthTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    HealthContributorRegistryAutoConfiguration.class, HealthEndpointAutoConfiguration.class))
            .withPropertyValues("management.endpoints.jmx.exposure.include=health", "spring.jmx.enabled=true")
            .withBean(
                    "collectorHealthIndicator",
                    HealthIndicator.class,
                    () -> () -> Health.up().withDetail("connections", 2).build())
            .withBean(
                    "heapHealth",
                    HealthIndicator.class,
                    () -> () -> Health.down()
                            .withDetail("problems", List.of("the heap is full", "it stays full"))
                            .build())
            .withBean(
                    "otherHealthIndicator",
                    HealthIndicator.class,
                    () -> () -> Health.up().build());

    @Test
    void reportsTheMembersOfTheHealthGroup() {
        context.withPropertyValues("management.endpoint.health.group.process.include=collector,heapHealth")
                .run(started -> assertThat(neighbors(
                                        started.getBean(HealthEndpointGroups.class),
                                        started.getBean(HealthContributorRegistry.class))
                                .components())
                        .containsOnlyKeys("collector", "heap")
                        .containsEntry("collector", HealthReporter.Component.of(true, "connections: 2"))
                        .containsEntry("heap", HealthReporter.Component.of(false, "the heap is full, it stays full")));
    }

    @Test
    void reportsNothingWithoutTheHealthGroup() {
        context.run(started -> assertThat(neighbors(
                                started.getBean(HealthEndpointGroups.class),
                                started.getBean(HealthContributorRegistry.class))
                        .components())
                .isEmpty());
    }

    private static ProcessHealth neighbors(HealthEndpointGroups groups, HealthContributorRegistry contributors) {
        return new ProcessHealth(() -> Optional.of(groups), () -> contributors);
    }
}

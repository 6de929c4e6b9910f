// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.util.List;
import java.util.Optional;
import org.pathproof.policyapi.health.HealthController;
import org.pathproof.policyapi.health.HealthReporter;
import org.pathproof.policyapi.health.ProcessHealth;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Health of the service and its readiness. */
@Configuration(proxyBeanMethods = false)
class PolicyApiHealthConfiguration {
    @Bean
    HealthReporter policyApiHealthReporter(
            StoreStatus store,
            RouteTable table,
            @Qualifier("policyApiRpkiSource") RpkiSource rpki,
            List<HealthPart> parts,
            ObjectProvider<HealthEndpointGroups> groups,
            ObjectProvider<HealthContributorRegistry> contributors) {
        ProcessHealth processHealth =
                new ProcessHealth(() -> Optional.ofNullable(groups.getIfAvailable()), contributors::getObject);
        return new HealthReporter(store, table, rpki, parts, processHealth::components);
    }

    @Bean
    SettingsHealth policyApiSettingsHealth(Environment environment, PolicyStore policies) {
        return new SettingsHealth(environment, () -> policies.state().document());
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
    HealthIndicator policyApiStoreHealthIndicator(StoreStatus store) {
        return new PolicyApiReadiness(store);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pathproof.policyapi.certificates.CertificatesConfiguration;
import org.pathproof.policyapi.events.EventsConfiguration;
import org.pathproof.policyapi.export.ExportConfiguration;
import org.pathproof.policyapi.feeds.FeedEndpoints;
import org.pathproof.policyapi.feeds.OtherProcessEndpoints;
import org.pathproof.policyapi.incidents.IncidentsConfiguration;
import org.pathproof.policyapi.inventory.InventoryConfiguration;
import org.pathproof.policyapi.refusals.RefusalConfiguration;
import org.pathproof.policyapi.settings.ProcessRole;
import org.pathproof.routerfeeds.RouterFeedsConfiguration;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportSelector;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Selects the configurations of the roles of this process. */
final class PolicyApiRoles implements ImportSelector, EnvironmentAware {
    private Set<ProcessRole> roles = Set.of();

    @Override
    public void setEnvironment(Environment environment) {
        roles = ProcessRole.of(environment);
    }

    @Override
    public String[] selectImports(AnnotationMetadata importing) {
        List<Class<?>> configurations = new ArrayList<>();
        if (roles.contains(ProcessRole.FEEDS)) {
            configurations.addAll(List.of(RouterFeedsConfiguration.class, FeedEndpoints.class));
        } else {
            configurations.add(OtherProcessEndpoints.class);
        }
        if (roles.contains(ProcessRole.API)) {
            configurations.addAll(List.of(
                    PolicyApiEndpoints.class,
                    EventsConfiguration.class,
                    ExportConfiguration.class,
                    RefusalConfiguration.class,
                    InventoryConfiguration.class,
                    IncidentsConfiguration.class,
                    CertificatesConfiguration.class));
        }
        return configurations.stream().map(Class::getName).toArray(String[]::new);
    }
}

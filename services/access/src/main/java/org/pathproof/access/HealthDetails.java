// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroupsPostProcessor;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;

/** Shows the details of health also to clients without a token, if they may read. */
final class HealthDetails implements HealthEndpointGroupsPostProcessor {
    private final boolean anonymousRead;

    HealthDetails(boolean anonymousRead) {
        this.anonymousRead = anonymousRead;
    }

    @Override
    public HealthEndpointGroups postProcessHealthEndpointGroups(HealthEndpointGroups groups) {
        return anonymousRead ? new OpenGroups(groups) : groups;
    }

    private record OpenGroups(HealthEndpointGroups groups) implements HealthEndpointGroups {
        @Override
        public HealthEndpointGroup getPrimary() {
            return new OpenGroup(groups.getPrimary());
        }

        @Override
        public Set<String> getNames() {
            return groups.getNames();
        }

        @Override
        public @Nullable HealthEndpointGroup get(String name) {
            HealthEndpointGroup group = groups.get(name);
            return group == null ? null : new OpenGroup(group);
        }
    }

    private record OpenGroup(HealthEndpointGroup group) implements HealthEndpointGroup {
        @Override
        public boolean isMember(String name) {
            return group.isMember(name);
        }

        @Override
        public boolean showComponents(SecurityContext client) {
            return true;
        }

        @Override
        public boolean showDetails(SecurityContext client) {
            return true;
        }

        @Override
        public StatusAggregator getStatusAggregator() {
            return group.getStatusAggregator();
        }

        @Override
        public HttpCodeStatusMapper getHttpCodeStatusMapper() {
            return group.getHttpCodeStatusMapper();
        }

        @Override
        public @Nullable AdditionalHealthEndpointPath getAdditionalPath() {
            return group.getAdditionalPath();
        }
    }
}

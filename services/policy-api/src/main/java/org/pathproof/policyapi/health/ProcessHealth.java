// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.health;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Reports the health of the other services in this process: all members of Actuator's health group {@value #GROUP}.
 * Without this group, no other services are reported.
 */
public final class ProcessHealth {
    /** Health group with the contributors of the whole process. */
    static final String GROUP = "process";

    private final Supplier<Optional<HealthEndpointGroups>> groups;
    private final Supplier<? extends HealthContributors> contributors;

    /**
     * Creates the reporter. The suppliers are called for each report, because one of the contributors is the health of
     * this service, which depends on this object.
     *
     * @param groups health groups of Actuator; empty if the health endpoint is disabled
     * @param contributors all contributors of the process, by name
     */
    public ProcessHealth(
            Supplier<Optional<HealthEndpointGroups>> groups, Supplier<? extends HealthContributors> contributors) {
        this.groups = groups;
        this.contributors = contributors;
    }

    public Map<String, HealthReporter.Component> components() {
        Map<String, HealthReporter.Component> components = new TreeMap<>();
        HealthEndpointGroup group = groups.get().map(all -> all.get(GROUP)).orElse(null);
        if (group != null) {
            contributors.get().stream()
                    .filter(entry -> group.isMember(entry.name()))
                    .forEach(entry -> {
                        if (entry.contributor() instanceof HealthIndicator indicator) {
                            components.put(shortName(entry.name()), component(indicator));
                        }
                    });
        }
        return components;
    }

    private static String shortName(String contributor) {
        return contributor.replaceFirst("Health$", "");
    }

    private static HealthReporter.Component component(HealthIndicator indicator) {
        Health health = indicator.health();
        if (health == null) {
            return HealthReporter.Component.of(true, "no details");
        }
        Map<String, Object> details = health.getDetails();
        boolean up = health.getStatus().equals(Status.UP);
        Object problems = details.getOrDefault("problems", up ? null : details.get("trouble"));
        return HealthReporter.Component.of(up, problems != null ? text(problems) : text(details));
    }

    private static String text(Object problems) {
        return problems instanceof Collection<?> several
                ? several.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : problems.toString();
    }

    private static String text(Map<String, Object> details) {
        return details.entrySet().stream()
                .map(detail -> detail.getKey() + ": " + detail.getValue())
                .collect(Collectors.joining("; "));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** The health of the services that run in the same process, so that one page tells of all of them. */
final class HealthNeighbours {
    private static final String OURS = HealthNeighbours.class.getPackageName();
    private static final String PROJECT = "org.pathproof.";

    private final Supplier<Map<String, HealthIndicator>> indicators;

    /** @param indicators all that there are, by bean name */
    HealthNeighbours(Supplier<Map<String, HealthIndicator>> indicators) {
        this.indicators = indicators;
    }

    Map<String, HealthReporter.Component> components() {
        Map<String, HealthReporter.Component> components = new TreeMap<>();
        indicators.get().forEach((bean, indicator) -> {
            String type = indicator.getClass().getName();
            if (type.startsWith(PROJECT) && !type.startsWith(OURS)) {
                components.put(name(bean), component(indicator));
            }
        });
        return components;
    }

    private static String name(String bean) {
        return bean.replaceFirst("(HealthIndicator|Health)$", "");
    }

    private static HealthReporter.Component component(HealthIndicator indicator) {
        Health health = indicator.health();
        if (health == null) {
            return HealthReporter.Component.of(true, "says nothing");
        }
        Map<String, Object> details = health.getDetails();
        boolean up = health.getStatus().equals(Status.UP);
        Object problems = details.getOrDefault("problems", up ? null : details.get("trouble"));
        String words = problems != null
                ? problems.toString().replaceAll("^\\[|]$", "")
                : details.entrySet().stream()
                        .map(detail -> detail.getKey() + ": " + detail.getValue())
                        .collect(Collectors.joining("; "));
        return HealthReporter.Component.of(up, words);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import org.pathproof.policyapi.health.HealthReporter;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Health of this service as an Actuator contributor. */
final class PolicyApiHealth implements HealthIndicator {
    private final HealthReporter reporter;

    PolicyApiHealth(HealthReporter reporter) {
        this.reporter = reporter;
    }

    @Override
    public Health health() {
        HealthReporter.Report report = reporter.own();
        Health.Builder health = report.ok() ? Health.up() : Health.down();
        report.components().forEach((name, component) -> health.withDetail(name, component.message()));
        return health.build();
    }
}

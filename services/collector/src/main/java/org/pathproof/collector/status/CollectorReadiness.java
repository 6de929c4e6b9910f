// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.status;

import org.pathproof.collector.lifecycle.CollectorService;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Readiness for routers: up while all parts run, so that the ports of BMP accept connections. Readiness stays up while
 * the intake is closed or Kafka is slow: another collector would have the same problem, and the routers of this one
 * would send their tables again.
 */
public final class CollectorReadiness implements HealthIndicator {
    private final CollectorService service;

    public CollectorReadiness(CollectorService service) {
        this.service = service;
    }

    @Override
    public Health health() {
        return service.isServing()
                ? Health.up().build()
                : Health.outOfService()
                        .withDetail("waitingFor", service.waitingFor())
                        .build();
    }
}

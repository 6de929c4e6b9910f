// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import org.pathproof.collector.kafka.KafkaOutput;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Reports the conditions that keep the collector from taking in routes. */
public final class CollectorHealth extends AbstractHealthIndicator {
    private final CollectorService service;

    public CollectorHealth(CollectorService service) {
        super("the collector's health could not be told");
        this.service = service;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        if (!service.isServing()) {
            health.outOfService().withDetail("waitingFor", service.waitingFor());
            return;
        }
        health.up().withDetail("connections", service.connections());
        if (service.standingBy() > 0) {
            health.withDetail("standingBy", service.standingBy());
        }
        service.bmpPort().ifPresent(port -> health.withDetail("bmpPort", port));
        String closed = service.intake().closedBecause();
        if (!closed.isEmpty()) {
            health.outOfService().withDetail("intake", "routers are not read: " + closed);
        }
        long behind = service.catchingUp();
        if (closed.isEmpty() && behind > 0) {
            health.outOfService()
                    .withDetail(
                            "backlog", "what " + behind + " routers sent while they were not read is being taken in");
        }
        KafkaOutput output = service.output().orElse(null);
        if (output != null) {
            if (output.isFull()) {
                health.outOfService()
                        .withDetail("kafka", "is slow or away: routers are not read until it has caught up");
            }
            if (!output.lastError().isEmpty()) {
                health.withDetail("lastRefused", output.lastError());
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.status;

import java.time.Duration;
import java.util.List;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.lifecycle.CollectorService;
import org.pathproof.wire.Plural;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports OUT_OF_SERVICE while a part does not run, the intake is closed or has a backlog, Kafka is slow, or a record
 * waits too long for Kafka.
 */
public final class CollectorHealth extends AbstractHealthIndicator {
    /** Age above which a record without an acknowledgement fails health. */
    private static final Duration MAX_RECORD_AGE = Duration.ofSeconds(2);

    private final CollectorService service;

    public CollectorHealth(CollectorService service) {
        super("health of the collector cannot be computed");
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
        service.bmpTlsPort().ifPresent(port -> health.withDetail("bmpTlsPort", port));
        service.bmpQuicPort().ifPresent(port -> health.withDetail("bmpQuicPort", port));
        List<String> certificates = service.certificateProblems();
        if (!certificates.isEmpty()) {
            health.withDetail("tls", certificates);
        }
        String closed = service.intake().closedBecause();
        if (!closed.isEmpty()) {
            health.outOfService().withDetail("intake", "routers are not read: " + closed);
        }
        long behind = service.catchingUp();
        if (closed.isEmpty() && behind > 0) {
            health.outOfService()
                    .withDetail(
                            "backlog",
                            Plural.of(behind, "router") + ": messages from a pause of the intake are on their way to the table");
        }
        KafkaOutput output = service.output().orElse(null);
        if (output != null) {
            if (output.isFull()) {
                health.outOfService()
                        .withDetail(
                                "kafka",
                                "slow or unreachable: routers are not read until fewer records are unacknowledged");
            } else if (output.oldestInFlight().compareTo(MAX_RECORD_AGE) > 0) {
                health.outOfService()
                        .withDetail(
                                "kafka",
                                "slow: the oldest record waits for its acknowledgement for up to "
                                        + output.oldestInFlight().toMillis() + " ms");
            }
            if (!output.lastError().isEmpty()) {
                health.withDetail("lastRefused", output.lastError());
            }
        }
    }
}

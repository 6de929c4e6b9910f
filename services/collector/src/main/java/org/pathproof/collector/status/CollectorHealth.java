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
 * Reports OUT_OF_SERVICE while a part does not run, while the intake is closed or has a backlog, and while Kafka is
 * slow. Also reports it if a message waits too long for its event loop, its queue and Kafka, if sessions do not fit
 * into their bounds, or if settings contradict each other.
 */
public final class CollectorHealth extends AbstractHealthIndicator {
    /** Age of a message without acknowledged records above which health fails. */
    private static final Duration MAX_DELAY = Duration.ofSeconds(2);

    private final CollectorService service;
    private final List<String> settingConflicts;

    public CollectorHealth(CollectorService service) {
        this(service, List.of());
    }

    /** @param settingConflicts a sentence for each pair of settings that contradict each other */
    public CollectorHealth(CollectorService service, List<String> settingConflicts) {
        super("health of the collector cannot be computed");
        this.service = service;
        this.settingConflicts = List.copyOf(settingConflicts);
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
        if (!settingConflicts.isEmpty()) {
            health.outOfService().withDetail("settings", settingConflicts);
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
                            Plural.of(behind, "router")
                                    + ": messages from a pause of the intake are on their way to the table");
        }
        if (!service.quotaProblem().isEmpty()) {
            health.outOfService().withDetail("sessions", service.quotaProblem());
        }
        if (!service.quotaNote().isEmpty()) {
            health.withDetail("deletedSessions", service.quotaNote());
        }
        KafkaOutput output = service.output().orElse(null);
        if (output != null) {
            if (output.isFull()) {
                health.outOfService()
                        .withDetail(
                                "kafka",
                                "slow or unreachable: routers are not read until fewer records are unacknowledged");
            } else if (output.oldestInFlight().compareTo(MAX_DELAY) > 0) {
                health.outOfService()
                        .withDetail(
                                "kafka",
                                "slow: the oldest record waits for its acknowledgement for up to "
                                        + output.oldestInFlight().toMillis() + " ms");
            } else if (service.delay().compareTo(MAX_DELAY) > 0) {
                health.outOfService()
                        .withDetail(
                                "delay",
                                "the oldest message of a router waits for up to "
                                        + service.delay().toMillis()
                                        + " ms until its records are acknowledged: the processor or Kafka is overloaded");
            }
            if (!output.lastError().isEmpty()) {
                health.withDetail("lastRefused", output.lastError());
            }
        }
    }
}

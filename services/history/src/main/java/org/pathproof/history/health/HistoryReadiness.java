// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.health;

import org.pathproof.history.input.WriterStatus;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Readiness to answer questions: up once the records from before the history were read, also while Kafka is
 * unavailable.
 */
public final class HistoryReadiness implements HealthIndicator {
    private final WriterStatus status;

    /** Creates the component. */
    public HistoryReadiness(WriterStatus status) {
        this.status = status;
    }

    @Override
    public Health health() {
        return (status.isComplete() ? Health.up() : Health.outOfService()).build();
    }
}

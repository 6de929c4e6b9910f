// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.util.LinkedHashMap;
import java.util.Map;
import org.pathproof.verdictstore.input.StoreInputStatus;
import org.pathproof.verdictstore.input.StoreStatus;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Readiness for requests: up once the store has read all records, and down while the store is read again. Readiness
 * stays up while Kafka is unavailable, because the store keeps its content.
 */
final class PolicyApiReadiness implements HealthIndicator {
    private final StoreStatus store;

    PolicyApiReadiness(StoreStatus store) {
        this.store = store;
    }

    @Override
    public Health health() {
        StoreInputStatus status = store.input();
        Map<String, Long> byPartition = new LinkedHashMap<>();
        store.loading().partitions().forEach(p -> byPartition.put(Integer.toString(p.number()), p.left()));
        return (status.ready() ? Health.up() : Health.outOfService())
                .withDetail("left", status.remaining())
                .withDetail("left-by-partition", byPartition)
                .build();
    }
}

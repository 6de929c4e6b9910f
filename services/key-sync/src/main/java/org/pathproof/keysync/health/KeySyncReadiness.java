// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.health;

import org.pathproof.keysync.writer.KeySyncService;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Readiness to write the RPKI set, or to stand by: up while Redis responds. Readiness does not depend on caches, SLURM
 * files and certificates, because another instance would have the same problem with them.
 */
public final class KeySyncReadiness implements HealthIndicator {
    private final KeySyncService service;

    /** Creates the component. */
    public KeySyncReadiness(KeySyncService service) {
        this.service = service;
    }

    @Override
    public Health health() {
        return (service.isWorking() ? Health.up() : Health.outOfService())
                .withDetail("writer", service.state().leader())
                .build();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.health;

import org.apache.kafka.streams.KafkaStreams;
import org.pathproof.validator.kafka.ValidatorStreams;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Readiness of a validator: up while Kafka Streams is RUNNING, so that its partitions are restored, and after its
 * standby copies were restored once. A rolling update then replaces the next validator when this one can take over.
 * Readiness does not depend on the RPKI, Redis and single routes, because another instance would have the same problem.
 */
public final class ValidatorReadiness implements HealthIndicator {
    private final ValidatorStreams streams;

    /** @param streams streams whose state decides the readiness */
    public ValidatorReadiness(ValidatorStreams streams) {
        this.streams = streams;
    }

    @Override
    public Health health() {
        KafkaStreams.State state = streams.state();
        boolean restored = streams.isRestored();
        return (state == KafkaStreams.State.RUNNING && restored ? Health.up() : Health.outOfService())
                .withDetail("streams", state == null ? "not started" : state.name())
                .withDetail("restored", restored)
                .build();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import org.pathproof.policyapi.feed.FeedStatus;
import org.pathproof.policyapi.feed.VerdictFollower;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether requests may come: the store has read everything once. It stays so when Kafka goes away; what was read is still worth serving. */
final class PolicyApiReadiness implements HealthIndicator {
    private final VerdictFollower follower;

    PolicyApiReadiness(VerdictFollower follower) {
        this.follower = follower;
    }

    @Override
    public Health health() {
        FeedStatus status = follower.status();
        return (status.ready() ? Health.up() : Health.outOfService())
                .withDetail("left", status.remaining())
                .build();
    }
}

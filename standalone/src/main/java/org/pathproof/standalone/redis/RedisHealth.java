// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.redis;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.pathproof.contracts.metrics.StandaloneMetricNames;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Health and metrics of the Redis child process. */
public final class RedisHealth implements HealthIndicator, MeterBinder {
    private final RedisSupervisor redis;

    /** Creates the health and the meters of a server. */
    public RedisHealth(RedisSupervisor redis) {
        this.redis = redis;
    }

    @Override
    public Health health() {
        String note = redis.note().map(words -> "; " + words).orElse("");
        return redis.problem()
                .map(problem -> Health.down().withDetail("problems", problem + note))
                .orElseGet(() -> Health.up().withDetail("process", redis.pid() + note))
                .build();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder(StandaloneMetricNames.REDIS_RESTARTS, redis, RedisSupervisor::restarts)
                .register(registry);
    }
}

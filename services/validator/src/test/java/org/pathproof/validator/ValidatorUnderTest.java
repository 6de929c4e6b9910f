// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.pathproof.harness.HealthProbe;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A running validator in the JVM of the tests. A second one with the same Kafka, Redis and state directory continues
 * the work of one that was closed, as after a restart.
 */
final class ValidatorUnderTest implements AutoCloseable {
    static final Duration LIMIT = Duration.ofMinutes(2);

    private final ConfigurableApplicationContext context;

    private ValidatorUnderTest(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Starts a validator. Does not wait until it validates.
     *
     * @param settings further settings, such as {@code pathproof.validator.standby-replicas=1}
     */
    static ValidatorUnderTest start(
            EmbeddedKafka kafka, RedisServer redis, int partitions, Path state, String... settings) {
        return start(List.of(), kafka, redis, partitions, state, settings);
    }

    /**
     * Starts a validator with other beans.
     *
     * @param beans configurations whose beans replace those of the same name
     */
    static ValidatorUnderTest start(
            List<Class<?>> beans,
            EmbeddedKafka kafka,
            RedisServer redis,
            int partitions,
            Path state,
            String... settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.config.name=validator",
                "--spring.main.allow-bean-definition-overriding=" + !beans.isEmpty(),
                "--server.port=0",
                "--pathproof.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--pathproof.kafka.replication-factor=1",
                "--pathproof.kafka.route-partitions=" + partitions,
                "--pathproof.redis.uri=" + redis.uri(),
                "--pathproof.validator.state-directory=" + state));
        for (String setting : settings) {
            arguments.add("--" + setting);
        }
        return new ValidatorUnderTest(new SpringApplicationBuilder(ValidatorApplication.class)
                .sources(beans.toArray(Class<?>[]::new))
                .run(arguments.toArray(String[]::new)));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    boolean isActive() {
        return context.isActive();
    }

    Health health() {
        return Objects.requireNonNull(bean("validator", HealthIndicator.class).health());
    }

    /** Returns the details of the health as text. */
    String healthDetails() {
        return health().getDetails().toString();
    }

    void awaitHealth(Status status) {
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(health()).extracting(Health::getStatus).isEqualTo(status));
    }

    /** Waits until the details of the health contain all texts. */
    void awaitHealth(String... texts) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(healthDetails()).contains(texts));
    }

    /** Returns the probes of health and readiness, which use HTTP. */
    HealthProbe probe() {
        return new HealthProbe(context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    void awaitReadiness() {
        await().atMost(LIMIT).until(() -> probe().readiness() == HealthProbe.UP);
    }

    @Override
    public void close() {
        context.close();
    }
}

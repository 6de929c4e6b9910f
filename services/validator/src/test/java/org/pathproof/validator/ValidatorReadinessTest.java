// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.HealthProbe;
import org.pathproof.harness.RedisServer;
import org.pathproof.validator.kafka.ValidatorStreams;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** Tests the readiness of two validators that keep copies of each other's state. There is no RPKI set. */
class ValidatorReadinessTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    private Path home;

    @Test
    void isReadyWithoutRpkiOnceItsPartitionsAndCopiesAreRestored() throws Exception {
        EmbeddedKafkaKraftBroker kafka = new EmbeddedKafkaKraftBroker(1, 1);
        kafka.brokerProperties(
                Map.of("transaction.state.log.replication.factor", "1", "transaction.state.log.min.isr", "1"));
        kafka.afterPropertiesSet();
        try (RedisServer redis = RedisServer.inMemory();
                ConfigurableApplicationContext first = start(kafka, redis, "first")) {
            HealthProbe probe = probe(first);
            await().atMost(TIMEOUT).until(() -> probe.readiness() == HealthProbe.UP);
            redis.stop();
            try (ConfigurableApplicationContext second = start(kafka, redis, "second")) {
                await().atMost(TIMEOUT).until(() -> probe(second).readiness() == HealthProbe.UP);
                assertThat(second.getBean(ValidatorStreams.class).isRestored()).isTrue();
                await().atMost(TIMEOUT).until(() -> probe.readiness() == HealthProbe.UP);
                assertThat(probe.health()).isEqualTo(HealthProbe.NOT_UP);
            }
            first.getBean(ValidatorStreams.class).stop();
            assertThat(probe.readiness()).isEqualTo(HealthProbe.NOT_UP);
        } finally {
            kafka.destroy();
        }
    }

    private static HealthProbe probe(ConfigurableApplicationContext app) {
        return new HealthProbe(app.getEnvironment().getRequiredProperty("local.server.port"));
    }

    private ConfigurableApplicationContext start(EmbeddedKafkaKraftBroker kafka, RedisServer redis, String name) {
        return new SpringApplicationBuilder(ValidatorApplication.class)
                .run(
                        "--spring.config.name=validator",
                        "--server.port=0",
                        "--pathproof.kafka.bootstrap-servers=" + kafka.getBrokersAsString(),
                        "--pathproof.kafka.replication-factor=1",
                        "--pathproof.kafka.route-partitions=4",
                        "--pathproof.redis.uri=" + redis.uri(),
                        "--pathproof.validator.standby-replicas=1",
                        "--pathproof.validator.state-directory=" + home.resolve(name));
    }
}

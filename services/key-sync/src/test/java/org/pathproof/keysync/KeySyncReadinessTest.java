// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.HealthProbe;
import org.pathproof.harness.Ports;
import org.pathproof.harness.RedisServer;
import org.pathproof.keysync.writer.KeySyncService;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests that readiness needs Redis and no source, and that health needs both. */
class KeySyncReadinessTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Test
    void isReadyWhileRedisAnswersWithoutACache() throws IOException {
        try (RedisServer redis = RedisServer.inMemory();
                ConfigurableApplicationContext app = start(redis, "127.0.0.1:" + Ports.free())) {
            HealthProbe probe = probe(app);
            await().atMost(TIMEOUT).until(() -> probe.readiness() == HealthProbe.UP);
            assertThat(probe.health()).isEqualTo(HealthProbe.NOT_UP);

            redis.stop();
            await().atMost(TIMEOUT).until(() -> probe.readiness() == HealthProbe.NOT_UP);

            redis.restart();
            await().atMost(TIMEOUT).until(() -> probe.readiness() == HealthProbe.UP);
        }
    }

    @Test
    void isReadyAsWriterAndAsStandbyWithoutAnySource() throws IOException {
        try (RedisServer redis = RedisServer.inMemory();
                ConfigurableApplicationContext first = start(redis, "");
                ConfigurableApplicationContext second = start(redis, "")) {
            await().atMost(TIMEOUT).until(() -> probe(first).readiness() == HealthProbe.UP);
            await().atMost(TIMEOUT).until(() -> probe(second).readiness() == HealthProbe.UP);
            assertThat(first.getBean(KeySyncService.class).state().leader())
                    .isNotEqualTo(second.getBean(KeySyncService.class).state().leader());
            assertThat(probe(first).health()).isEqualTo(HealthProbe.NOT_UP);
        }
    }

    private static HealthProbe probe(ConfigurableApplicationContext app) {
        return new HealthProbe(app.getEnvironment().getRequiredProperty("local.server.port"));
    }

    private static ConfigurableApplicationContext start(RedisServer redis, String caches) {
        return new SpringApplicationBuilder(KeySyncApplication.class)
                .run(
                        "--spring.config.name=key-sync",
                        "--server.port=0",
                        "--pathproof.redis.uri=" + redis.uri(),
                        "--pathproof.key-sync.lease=2s",
                        "--pathproof.key-sync.caches=" + caches);
    }
}

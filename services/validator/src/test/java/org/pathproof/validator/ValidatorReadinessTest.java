// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.HealthProbe;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.validator.kafka.ValidatorStreams;

/** Tests the readiness of two validators that keep copies of each other's state. There is no RPKI set. */
class ValidatorReadinessTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    private Path home;

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();

    @Test
    void isReadyWithoutRpkiOnceItsPartitionsAndCopiesAreRestored() throws Exception {
        try (RedisServer redis = RedisServer.inMemory();
                ValidatorUnderTest first = start(redis, "first")) {
            HealthProbe probe = first.probe();
            await().atMost(TIMEOUT).until(() -> probe.readiness() == HealthProbe.UP);
            redis.stop();
            try (ValidatorUnderTest second = start(redis, "second")) {
                second.awaitReadiness();
                assertThat(second.bean(ValidatorStreams.class).isRestored()).isTrue();
                await().atMost(TIMEOUT).until(() -> probe.readiness() == HealthProbe.UP);
                assertThat(probe.health()).isEqualTo(HealthProbe.NOT_UP);
            }
            first.bean(ValidatorStreams.class).stop();
            assertThat(probe.readiness()).isEqualTo(HealthProbe.NOT_UP);
        }
    }

    private ValidatorUnderTest start(RedisServer redis, String name) {
        return ValidatorUnderTest.start(kafka, redis, 4, home.resolve(name), "pathproof.validator.standby-replicas=1");
    }
}

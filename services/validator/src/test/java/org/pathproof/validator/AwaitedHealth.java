// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** Waits for the health of a running validator. */
final class AwaitedHealth {
    private AwaitedHealth() {}

    static Health now(ConfigurableApplicationContext app) {
        return Objects.requireNonNull(
                app.getBean("validator", HealthIndicator.class).health());
    }

    static void await(ConfigurableApplicationContext app, Duration maxWait, Status status) {
        Awaitility.await()
                .atMost(maxWait)
                .untilAsserted(
                        () -> assertThat(now(app)).extracting(Health::getStatus).isEqualTo(status));
    }

    /** Waits until the details contain all texts. */
    static void await(ConfigurableApplicationContext app, Duration maxWait, String... texts) {
        Awaitility.await()
                .atMost(maxWait)
                .untilAsserted(
                        () -> assertThat(now(app).getDetails().toString()).contains(texts));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.health.HealthReporter;

/**
 * Tests health after route events were deleted before validation. Health fails until each session has sent its table
 * again or is down.
 */
class GapHealthTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Test
    void healthFailsUntilEverySessionIsHealed() {
        try (RunningApi api = new RunningApi()) {
            api.putSession(1, session("edge1", State.UP, 0));
            api.putSession(2, session("edge2", State.UP, 0));
            api.putGap(Gap.newBuilder()
                    .setNumber(3)
                    .setTopic(Topics.ROUTES)
                    .setPartition(7)
                    .build());
            await().atMost(TIMEOUT).untilAsserted(() -> {
                HealthReporter.Component store = store(api);
                assertThat(store.ok()).isFalse();
                assertThat(store.message())
                        .contains(
                                "retention deleted records of pathproof.routes-7 before they were validated",
                                "edge1, edge2")
                        .doesNotContain("could not be decoded");
            });
            api.putSession(1, session("edge1", State.UP, 3));
            await().atMost(TIMEOUT).until(() -> store(api).message().contains("request all tables again from edge2"));
            api.putSession(2, session("edge2", State.DOWN, 0));
            await().atMost(TIMEOUT).until(() -> store(api).ok());
        }
    }

    private static HealthReporter.Component store(RunningApi api) {
        return java.util.Objects.requireNonNull(
                api.bean(HealthReporter.class).own().components().get("store"));
    }

    private static Session.Builder session(String router, State state, long healed) {
        return Session.newBuilder()
                .setRouterName(router)
                .setState(state)
                .setEpoch(1)
                .setGapsHealed(healed);
    }
}
